"""The bottom rows of a terminal, kept apart by its scrolling margins.

The program keeps the terminal itself: its bytes go there untouched, its lines scroll above, and it never learns of the rows
below. Nothing of its output passes through us, so nothing can be lost, delayed or reordered. Each drawing is one write that
saves the cursor, draws and restores it, colours included.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator, Sequence
from types import FrameType

SAVE, RESTORE = "\x1b7", "\x1b8"
DOWN = "\x1bD"  # keeps the column, where a line feed would return to the first one
ERASE = "\x1b[2K"
MIN_ROWS_ABOVE = 6


class Region:
    """Some rows at the bottom of a terminal."""

    def __init__(self, descriptor: int, height: int) -> None:
        self._descriptor = descriptor
        self._height = height
        self._size: os.terminal_size | None = None
        self._shown: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        """How many columns there are now."""
        return os.get_terminal_size(self._descriptor).columns

    def draw(self, lines: Sequence[str]) -> None:
        """Shows lines; rows that nobody would see a difference in, or that others own now, are left alone."""
        size = os.get_terminal_size(self._descriptor)
        if self._in_background():
            return
        if size != self._size:
            self._reserve(size)
        shown = tuple(lines[: self._height]) + ("",) * (self._height - len(lines))
        if self._size is None or shown == self._shown:
            return
        self._shown = shown
        self._write(SAVE + self._margins() + self._rows(shown) + RESTORE)

    def close(self) -> None:
        """Gives the rows back, empty."""
        if self._size is not None:
            self._write(SAVE + "\x1b[r" + self._rows([""] * self._height) + RESTORE)
        self._size, self._shown = None, ()

    def _reserve(self, size: os.terminal_size) -> None:
        """Makes room below the cursor, then keeps it; a terminal that is too low is left alone."""
        self.close()
        if size.lines < self._height + MIN_ROWS_ABOVE:
            return
        self._size = size
        self._write(DOWN * self._height + f"\x1b[{self._height}A" + SAVE + self._margins() + RESTORE)

    def _margins(self) -> str:
        assert self._size is not None
        return f"\x1b[1;{self._size.lines - self._height}r"

    def _rows(self, lines: Sequence[str]) -> str:
        assert self._size is not None
        first = self._size.lines - self._height + 1
        return "".join(f"\x1b[{first + index};1H\x1b[0m{ERASE}{line}" for index, line in enumerate(lines))

    def _write(self, text: str) -> None:
        """In one call, so that the program's writes come before or after, never in between."""
        with contextlib.suppress(OSError):  # the terminal may be gone: the program need not care
            os.write(self._descriptor, text.encode(errors="replace"))

    def _in_background(self) -> bool:
        """Whether the terminal belongs to another job; one that controls no jobs belongs to nobody."""
        try:
            return os.tcgetpgrp(self._descriptor) != os.getpgrp()
        except OSError:
            return False


@contextlib.contextmanager
def kept(region: Region) -> Iterator[None]:
    """Gives the rows back at the end, and while the job is stopped by Ctrl-Z."""

    def stop(number: int, frame: FrameType | None) -> None:
        region.close()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, stop)  # here the job goes on

    before = signal.signal(signal.SIGTSTP, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTSTP, before)
        region.close()
