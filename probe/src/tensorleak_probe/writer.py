"""Appends records to the recording: one write per line, so that a kill tears at most the last one."""

import errno
import json
import os

MAX_BYTES = 14 * 1024 * 1024  # ordinary records stop here ...
RESERVE = 1024 * 1024  # ... and this much stays free for the last tallies, looks and the end record
MAX_LINE = 256 * 1024


class Writer:
    """An append-only file of JSON lines, bounded in size, that never raises into the program."""

    def __init__(self, path):
        self.path = path
        self.written = 0
        self.dropped = 0
        self.fault = None
        self._fd = None

    def open(self):
        """Creates the file for this process alone; False when somebody else already owns that name."""
        try:
            self._fd = os.open(
                self.path,
                os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | getattr(os, "O_CLOEXEC", 0),
                0o600,
            )
        except FileExistsError:
            return False
        return True

    @property
    def usable(self):
        """Whether records still reach the disk."""
        return self._fd is not None and self.fault is None

    def write(self, record, important=False):
        """Writes one record; drops it when the recording is full, and closes for good when the disk refuses."""
        if not self.usable:
            return False
        line = (json.dumps(record, separators=(",", ":"), default=str) + "\n").encode("utf-8", "backslashreplace")
        limit = MAX_BYTES + (RESERVE if important else 0)
        if len(line) > MAX_LINE or self.written + len(line) > limit:
            self.dropped += 1
            return False
        try:
            done = os.write(self._fd, line)
            if done != len(line):
                raise OSError(errno.ENOSPC, "disk full")
        except OSError as error:
            self.fault = "%s: %s" % (type(error).__name__, error)
            return False
        self.written += len(line)
        return True

    def forget(self):
        """Drops the descriptor without touching the file: what a forked child does with its parent's recording."""
        fd, self._fd = self._fd, None
        if fd is not None:
            try:
                os.close(fd)
            except OSError:
                pass
