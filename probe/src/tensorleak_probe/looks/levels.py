"""Resident memory as the program fills it, less what looks keep: whether it has grown, since when, and whether the growth abates."""

from __future__ import annotations

from tensorleak_probe.looks.census import NOTABLE
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tensorleak_probe.lifecycle import Probe
    from tensorleak_probe.looks.heap import Heap
    from tensorleak_probe.vocabulary import Seconds

    Level = tuple[float, Seconds]  # bytes, and when: not every loop has work that is counted

SHARE = 0.02  # of resident memory: less is no growth
LITTLE = 4e6  # bytes of growth since the first calls were over that need no explanation yet
ABATING = (
    0.5  # of the rate in the first half of the time since: growth at a lower one in the later half is that of a warm-up
)
MAX_LEVELS = 64
SHORTEST = 0.01  # seconds between two levels whose rate is asked for


class Levels:
    """What resident memory was at each census, when the first look was taken, and after the last collection."""

    def __init__(self, probe: Probe, heap: Heap) -> None:
        self._probe, self._heap = probe, heap
        self._first: float | None = None  # when the first look was taken
        self._settled: float | None = None  # after the first census; then, less our own, after each collection
        self._looked: float | None = None  # when the last census was over that was not cut short
        self._levels: list[Level] = []  # at each census since the program's own names were compared for the first time

    def begin(self) -> None:
        """The first look is about to be taken."""
        self._first = self._probe.resident()

    def settle(self) -> None:
        """The first census is over."""
        self._settled = self._probe.resident()

    def collected(self) -> None:
        """A collection is over."""
        self._settled = self.now()[0]

    def looked(self) -> None:
        """A census is over that was not cut short because nothing had grown."""
        self._looked = self.now()[0]

    def has_grown_since(self) -> bool:
        """Whether it has grown by more than a little since that census: by a few heavy things, where Python's heap tells of many."""
        return self._looked is not None and self.now()[0] > self._looked + LITTLE

    def note(self, warmed_up: bool) -> None:
        """Another census is over; growth is counted from the first that found the program warmed up."""
        if not warmed_up:
            self._levels = []
        self._levels = self._levels[:: 1 + len(self._levels) // MAX_LEVELS]
        self._levels.append(self.now())

    def now(self) -> Level:
        """Resident memory less what looks keep."""
        return self._probe.resident() - self._heap.kept_bytes, system.clock()

    def base(self) -> float:
        """What it was after the last collection, or the first census, or before it."""
        return self._settled or self._first or 0.0

    def risen(self) -> float:
        """Bytes that came since the first calls were over; none before that."""
        return self.now()[0] - self._levels[0][0] if self._levels else 0.0

    def has_grown(self) -> bool:
        """Whether it is notably higher than when the first look was taken: a collection would tell why."""
        now = self._probe.resident()
        return self._first is not None and now > self._first + SHARE * self._first

    def has_risen(self) -> bool:
        """Whether it is notably higher than after the first census, or than after the last collection."""
        level = self._first if self._settled is None else self._settled
        return level is not None and self.now()[0] - level > max(NOTABLE, SHARE * level)

    def abates(self) -> bool:
        """Whether it has hardly grown since the first calls were over, or by far less in the later half of the time than in the first."""
        now, warm = self.now(), self._levels[0] if self._levels else (0.0, 0.0)
        if not self._levels or now[0] < warm[0] + LITTLE:
            return bool(self._levels)
        middle = min(self._levels, key=lambda level: abs(level[1] - (warm[1] + now[1]) / 2))
        return rate(middle, now) < ABATING * rate(warm, middle)


def rate(before: Level, after: Level) -> float:
    """Bytes per second by which memory has grown between two levels."""
    return (after[0] - before[0]) / max(SHORTEST, after[1] - before[1])
