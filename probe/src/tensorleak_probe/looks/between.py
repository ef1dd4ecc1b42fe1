"""When to look between two looks: at distances that double, so that what is filled and emptied in turn is seen to fall.

Looks that come further apart than a list is emptied may meet it longer each time, by chance. From one moment on, the next distances are
1, 1, 2, 4, 8 … units of work, up to that of the looks themselves: each is as long as all before it together. So they cross a turn of
whatever length, and the first that does is shorter than the turn: there the list is shorter than at the look before.
"""

from __future__ import annotations

from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tensorleak_probe.vocabulary import Seconds

EARLY = 0.5  # of the time until the next look: units of work that are counted until then need not be looked at
SERIES = 8  # in the life of a process; what is found growing later has to rise more often
PATIENCE = 2.0  # seconds until a series is given up: other looks wait for it


class Between:
    """A series of looks between looks: counts units of work, and knows nothing of what is looked at."""

    def __init__(self) -> None:
        self._left = SERIES
        self._next = self._until = 0
        self._first: int | None = None
        self._begun = 0.0  # when the first of these looks was taken
        self._deadline: Seconds | None = None

    def begin(self, done: int, apart: int) -> None:
        """Begins a series at `done` units of work, or as soon as can be; looks are `apart` units from each other."""
        if self._left and not self.is_under_way():
            self._left -= 1
            self._first, self._next, self._until = None, done, apart
            self._deadline = system.clock() + PATIENCE

    def is_under_way(self) -> bool:
        """Whether a series has been begun and is not over."""
        if self._deadline is not None and system.clock() > self._deadline:
            self._deadline = None
        return self._deadline is not None

    def is_due(self, done: int) -> bool:
        """Whether the next distance is reached."""
        return self.is_under_way() and done >= self._next

    def rest(self, done: int) -> Seconds:
        """Seconds in which the next distance is hardly reached, by the pace of the work since the series began."""
        passed = done - self._first if self._first is not None else 0
        return EARLY * (system.clock() - self._begun) / passed * (self._next - done) if passed > 0 else 0.0

    def seen(self, done: int) -> int | None:
        """The look that was due has been taken. Returns where the series began, in units of work, when it is over; else None."""
        if self._first is None:
            self._first, self._begun = done, system.clock()
        over = done - self._first
        if over >= self._until:
            self._deadline = None
            return self._first
        self._next = done + max(1, over)
        return None
