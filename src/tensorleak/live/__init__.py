"""The live view of `tensorleak run --live`: a region at the bottom of a terminal, or plain lines elsewhere."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator, Sequence

from rich.console import Console, RenderableType
from tensorleak_engine.model.diagnosis import SEVERITY, Diagnosis

from tensorleak.chart.parts import parts
from tensorleak.live.region import Region, kept
from tensorleak.recording.reader import Recording
from tensorleak.report.live import frame, line

HEIGHT = 8
BETWEEN_FRAMES = 0.5
BETWEEN_LINES = 10.0
BETWEEN_CHANGES = 2.0
Seen = tuple[Recording, Diagnosis]
Observe = Callable[[Sequence[Seen]], None]


@contextlib.contextmanager
def live_view(console: Console) -> Iterator[Observe]:
    """Something that shows what a follower sees, for as long as the program runs."""
    if not has_region(console):
        yield Lines(console)
        return
    region = Region(console.file.fileno(), HEIGHT)
    with kept(region):
        view = Frames(console, region)
        view.draw(())
        yield view.draw


def has_region(console: Console) -> bool:
    """Whether there is a terminal with rows to spare."""
    return console.is_terminal and not console.is_dumb_terminal and os.isatty(console.file.fileno())


def worst(seen: Sequence[Seen]) -> Seen:
    """The process that matters most."""
    return min(seen, key=lambda one: (SEVERITY.index(one[1].verdict), -sum(one[1].work.values())))


class Frames:
    """Draws frames into a region."""

    def __init__(self, console: Console, region: Region) -> None:
        self._console = console
        self._region = region
        self._drawn = float("-inf")

    def draw(self, seen: Sequence[Seen]) -> None:
        """Shows the newest state, not oftener than a reader can follow."""
        now = time.monotonic()
        if seen and now - self._drawn < BETWEEN_FRAMES:
            return
        self._drawn = now
        width = self._region.width
        with self._console.capture() as text:
            self._console.print(self._frame(seen, width), width=width, no_wrap=True, crop=True)
        self._region.draw(text.get().splitlines())

    def _frame(self, seen: Sequence[Seen], width: int) -> RenderableType:
        if not seen:
            return frame(None, None, width)
        recording, diagnosis = worst(seen)
        return frame(diagnosis, parts(recording), width, len(seen) - 1)


class Lines:
    """Prints a line now and then, and when something changes."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._printed = time.monotonic()
        self._state: object = None

    def __call__(self, seen: Sequence[Seen]) -> None:
        """Says how things are, where it is time to."""
        recording, diagnosis = worst(seen)
        state = diagnosis.verdict, tuple(found.fingerprint for found in diagnosis.findings)
        pause = BETWEEN_LINES if state == self._state else BETWEEN_CHANGES
        if time.monotonic() - self._printed < pause:
            return
        self._printed, self._state = time.monotonic(), state
        said = f"tensorleak: {line(diagnosis, parts(recording), len(seen) - 1)}"
        self._console.print(said, markup=False, highlight=False, soft_wrap=True)
