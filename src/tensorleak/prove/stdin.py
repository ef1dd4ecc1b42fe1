"""Standard input for both runs: passed on as it arrives during the first, replayed to the second."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterator
from threading import Thread

CHUNK = 1 << 16
IN_MEMORY = 1 << 24


class Input:
    """What the user pipes in, read once; a terminal counts as empty, since nobody types the same twice."""

    def __init__(self, source: int | None) -> None:
        self._source = source
        self._kept = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - lives as long as this object
        self._passed = False

    @contextlib.contextmanager
    def opened(self) -> Iterator[int]:
        """A descriptor for one run."""
        read_end, write_end = os.pipe()
        feed = self._replay() if self._passed or self._source is None else self._live(self._source)
        self._passed = True
        Thread(target=_pump, args=(feed, write_end), daemon=True).start()
        try:
            yield read_end
        finally:
            os.close(read_end)  # a pump that still writes ends on this

    def _live(self, source: int) -> Callable[[], bytes]:
        def read() -> bytes:
            chunk = os.read(source, CHUNK)
            self._kept.write(chunk)
            return chunk

        return read

    def _replay(self) -> Callable[[], bytes]:
        self._kept.seek(0)
        chunks = iter(list(iter(lambda: self._kept.read(CHUNK), b"")))
        return lambda: next(chunks, b"")


def users_input() -> Input:
    """The input of this process, where it is something other than a terminal."""
    try:
        return Input(None if os.isatty(0) else os.dup(0))
    except OSError:  # closed
        return Input(None)


def _pump(read: Callable[[], bytes], write_end: int) -> None:
    with contextlib.suppress(OSError):
        while chunk := read():
            view = memoryview(chunk)
            while view:
                view = view[os.write(write_end, view) :]
    os.close(write_end)
