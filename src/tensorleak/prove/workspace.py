"""A folder aside for copies, outputs and recordings, removed however the proof ends."""

from __future__ import annotations

import contextlib
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextlib.contextmanager
def workspace(keep: bool) -> Iterator[Path]:
    """A fresh folder for its owner only; kept on request."""
    folder = Path(tempfile.mkdtemp(prefix="tensorleak-prove-")).resolve()
    before = {number: signal.signal(number, _leave) for number in ENDING}
    try:
        yield folder
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if not keep:
            shutil.rmtree(folder, ignore_errors=True)


def _leave(number: int, frame: FrameType | None) -> None:
    """Turns a request to end into an exit that cleans up."""
    sys.exit(128 + number)
