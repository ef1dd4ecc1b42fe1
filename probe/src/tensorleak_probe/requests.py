"""What the desk asks for while the program runs: lines appended to a file beside the recording.

Only a regular file of this user that nobody else may write to is read, and nothing in it is executed: known words count.
"""

from __future__ import annotations

import os
import re
import stat

from tensorleak_probe.descriptors import CLOEXEC, NOFOLLOW
from tensorleak_probe.passing import pass_on
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_READ = 64 * 1024
KNOWN = ("census", "collect")
ASKED = re.compile(rb'\{"look": ?"([a-z]{1,20})"\}\s*$')  # one JSON object, as the desk writes it
FLAGS = os.O_RDONLY | NOFOLLOW | CLOEXEC | getattr(os, "O_NONBLOCK", 0)


class Requests:
    """Reads new lines of the request file."""

    def __init__(self) -> None:
        self._path: Any = None  # before a recording is open; `stat` refuses it
        self._offset = 0

    def open(self, recording: str) -> None:
        """Follows the request file of this recording."""
        self._path = recording + ".ask"
        self._offset = 0

    def new(self) -> list[str]:
        """The known words asked for since the last time."""
        try:
            if system.stat(self._path).st_size <= self._offset:
                return []
            fd = system.open(self._path, FLAGS)
        except (OSError, TypeError, ValueError) as error:
            pass_on(error)
            return []
        try:
            chunk = system.pread(fd, MAX_READ, self._offset) if self._trusted(fd) else b""
        except OSError as error:
            pass_on(error)
            return []
        finally:
            system.close(fd)
        whole = chunk[: chunk.rfind(b"\n") + 1]
        if not whole and len(chunk) == MAX_READ:
            whole = chunk  # no line of ours is that long
        self._offset += len(whole)
        return [word for word in map(self._word, whole.splitlines()) if word in KNOWN]

    @staticmethod
    def _trusted(fd: int) -> bool:
        found = system.fstat(fd)
        mine = system.geteuid is None or found.st_uid == system.geteuid()
        return stat.S_ISREG(found.st_mode) and mine and not found.st_mode & 0o022

    @staticmethod
    def _word(line: bytes) -> str | None:
        asked = ASKED.match(line)
        return asked.group(1).decode("ascii") if asked is not None else None
