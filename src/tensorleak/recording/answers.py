"""Writes into a recording, when its run is over, what the program's text told the diagnosis: no later report needs the text again."""

from __future__ import annotations

import contextlib
import os
import stat

import msgspec

from tensorleak.recording.reader import MAX_FILE, MAX_LINE, Recording


def keep_answers(recording: Recording) -> None:
    """Adds the answers as one record, if the process has ended and the file is still the one that was read; else does nothing."""
    rows = [(*question, *answer) for question, answer in recording.asked.items() if question not in recording.answers]
    if not rows or _is_running(recording.header.pid):
        return
    with contextlib.suppress(OSError, UnicodeEncodeError):
        line = msgspec.json.encode({"k": "answers", "rows": rows}) + b"\n"
        if len(line) < MAX_LINE:
            _append(recording, line)


def _append(recording: Recording, line: bytes) -> None:
    handle = os.open(recording.path, os.O_RDWR | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "r+b", buffering=0) as file:
        status = os.fstat(handle)
        whole = stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid() and status.st_nlink == 1
        torn = status.st_size - recording.offset  # of the last line of a process that was killed
        if not whole or torn < 0 or status.st_size + len(line) >= MAX_FILE:
            return
        file.write(b"\n" + line if torn else line)


def _is_running(pid: int) -> bool:
    """Whether there is a process of this number: the file may be its own still."""
    try:
        os.kill(pid, 0)
    except OSError as error:
        return isinstance(error, PermissionError)
    return True
