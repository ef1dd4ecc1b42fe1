"""Python's heap as the program fills it: allocated blocks, less those that looks keep for themselves.

Garbage in cycles makes the heap go up and down with the collector; what is kept raises its floor. So the least reading since the
last census is compared with the least of the time before.
"""

from __future__ import annotations

from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    Level = tuple[float, float]  # blocks, and units of work or collections

BLOCK = 80  # bytes of a block, of those that paths and names are made of


class Heap:
    """Tells by how many blocks of Python's allocator the program's heap has grown, and over how many units of work."""

    def __init__(self) -> None:
        self._kept = 0.0  # blocks that looks keep: paths and names
        self._floor: Level | None = None  # (blocks, units of work) where the heap was lowest since the last census
        self._before: Level | None = None  # ... and before that census
        self._level: Level | None = None  # ... and when the last census that told something was over

    def now(self) -> float:
        """Blocks allocated now, less those that looks keep."""
        return system.blocks() - self._kept

    def keep(self, before: Level) -> None:
        """Takes the state before a step of a look: the blocks that have come since are what the step keeps, of the program's it refers to none.

        Where the collector has freed something meanwhile, too few are counted rather than too many: what is not counted is taken for
        growth and looked at.
        """
        blocks, collections = self.state()
        came = blocks - before[0]
        self._kept += came if collections == before[1] else max(0, came)

    @staticmethod
    def state() -> Level:
        """Blocks that are allocated, and full collections so far."""
        return system.blocks(), system.collector_stats()[-1]["collections"]

    def note(self, blocks: float, units: float) -> None:
        """Takes a reading of all allocated blocks after `units` of work."""
        blocks -= self._kept
        if self._floor is None or blocks < self._floor[0]:
            self._floor = blocks, units

    def turn(self, units: float, quiet: bool = False) -> None:
        """A census is over, and another stretch begins; after a quiet one growth is still counted from where it was."""
        now = self.now()
        if self._floor is not None and not (quiet and self._before is not None and self._before[0] <= self._floor[0]):
            self._before = self._floor
        self._floor = now, units
        if not (quiet and self._level is not None and self._level[0] <= now):
            self._level = now, units

    def risen(self, units: float) -> Level:
        """(blocks, units of work) since the last census, by the floors or by the present, whichever rose less."""
        if self._before is None or self._floor is None or self._level is None:
            return 0, 0
        floors = self._floor[0] - self._before[0], self._floor[1] - self._before[1]
        return min(floors, (self.now() - self._level[0], units - self._level[1]))

    @property
    def kept_bytes(self) -> float:
        """Bytes that looks keep for themselves."""
        return BLOCK * self._kept
