"""Hashes of the user's source files that a recording names: never their text.

A report shows a line only of the file that ran. Files are read once each, when a record first names them, and only as far as a
source file is ever long.
"""

from __future__ import annotations

import os
import stat

from tensorleak_probe.descriptors import CLOEXEC
from tensorleak_probe.origins import USER
from tensorleak_probe.passing import pass_on
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

    from tensorleak_probe.sites import Sites

try:  # the functions below `hashlib`, which a program may have a module of its own for
    from _sha2 import sha256  # type: ignore[import-not-found]
except ImportError:
    try:
        from _sha256 import sha256  # type: ignore[import-not-found]
    except ImportError:
        from hashlib import sha256

MAX_FILES = 400
MAX_BYTES = 4 << 20
ENDINGS = (".py", ".ipynb")
FLAGS = os.O_RDONLY | CLOEXEC | getattr(os, "O_NONBLOCK", 0)


class Sources:
    """The user's files by name, each hashed once."""

    def __init__(self, sites: Sites) -> None:
        self._sites = sites
        self._known: set[str] = set()
        self._told = 0
        self.rows: list[list[Any]] = []  # file, SHA-256, bytes

    def forget(self) -> None:
        """Lets all files be told again: another recording begins."""
        self._told = 0

    def note(self, filenames: Iterable[str]) -> None:
        """Hashes those of the user's files that were not named before."""
        for filename in filenames:
            if filename in self._known or len(self._known) >= MAX_FILES or not filename.endswith(ENDINGS):
                continue
            self._known.add(filename)
            if self._sites.kind(filename) == USER:
                found = digest(filename)
                if found is not None:
                    self.rows.append([filename, found[0], found[1]])

    def new(self) -> list[list[Any]]:
        """The rows that were not told yet."""
        rows = self.rows[self._told :]
        self._told += len(rows)
        return rows


def digest(filename: str) -> tuple[str, int] | None:
    """(SHA-256, bytes) of a regular file; None for anything else."""
    try:
        fd = system.open(filename, FLAGS)
    except (OSError, ValueError) as error:
        pass_on(error)
        return None
    try:
        found = system.fstat(fd)
        if not stat.S_ISREG(found.st_mode) or found.st_size > MAX_BYTES:
            return None
        summed, size = sha256(), 0
        while size <= MAX_BYTES:
            part = system.read(fd, 1 << 16)
            if not part:
                return summed.hexdigest(), size
            summed.update(part)
            size += len(part)
        return None
    except OSError as error:
        pass_on(error)
        return None
    finally:
        system.close(fd)
