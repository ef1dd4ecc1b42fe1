"""Descriptors that stay the probe's own: a number that the program has closed or taken over is never used again."""

import os
import stat

from tensorleak_probe.passing import pass_on
from tensorleak_probe.system import system

HIGH = 960  # above what programs use, below the usual limit of 1024
CLOEXEC = getattr(os, "O_CLOEXEC", 0)
NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)


class LostError(OSError):
    """The number no longer stands for the probe's file."""


def _moved_high(fd: int) -> int:
    """The same open file under a high number, where neither `closerange(3, 256)` nor the lowest free number meets it."""
    if system.fcntl is None:
        return fd
    try:
        limit = system.sysconf("SC_OPEN_MAX")
        least = min(HIGH, limit - 64) if limit > 128 else 0
        if fd >= least:
            return fd
        high = system.fcntl(fd, system.duplicate, least)
    except (OSError, ValueError) as error:
        pass_on(error)
        return fd
    system.close(fd)
    return high


class OwnDescriptor:
    """An open file of the probe: the number, and the device and inode that it must still stand for."""

    __slots__ = ("_fd", "_identity")

    def __init__(self, path: str, flags: int, mode: int = 0o600) -> None:
        fd = _moved_high(system.open(path, flags | CLOEXEC, mode))
        self._fd: "int | None" = fd
        self._identity = self._seen(fd)

    @staticmethod
    def _seen(fd: int) -> "tuple[int, int, int]":
        found = system.fstat(fd)
        return found.st_dev, found.st_ino, stat.S_IFMT(found.st_mode)

    def _check(self) -> int:
        """The number, where it still stands for the probe's file; LostError where it does not."""
        fd = self._fd
        if fd is None:
            raise LostError("given up")
        try:
            ours = self._seen(fd) == self._identity
        except OSError as error:
            pass_on(error)
            ours = False
        if not ours:
            self._fd = None  # somebody else's now, or nobody's: it is not ours to close
            raise LostError("the descriptor is not the probe's any more")
        return fd

    def write(self, data: bytes) -> int:
        """Writes `data` with one call; returns how many bytes were written."""
        return system.write(self._check(), data)

    def pread(self, count: int, offset: int = 0) -> bytes:
        """Reads up to `count` bytes from byte `offset` on."""
        return system.pread(self._check(), count, offset)

    def close(self) -> None:
        """Closes the file if it is still ours."""
        try:
            fd = self._check()
            self._fd = None
            system.close(fd)
        except OSError as error:
            pass_on(error)
