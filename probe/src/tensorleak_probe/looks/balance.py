"""The balance of each line: bytes of memory in use that it took, less those that it gave back, over whole rounds.

Memory that grows under no name of Python's is kept by native code, and nobody can be asked for it. But it was taken while some line of the
program ran. A line that makes something temporary takes it, and another line, or the end of its function, gives it back; the one whose
balance over whole rounds is as large as the growth is the one that drives it. Which line that is is for the diagnosis to tell: here they are
only added up, each with the lines that called it.
"""

from __future__ import annotations

from tensorleak_probe.sites import MAX_FRAMES
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from tensorleak_probe.vocabulary import Record, Seconds, SiteId, StackRow

    Stack = tuple[StackRow, ...]  # of the program's frames, the innermost first

MAX_READINGS = 3000  # of malloc's figures: 7 to 12 microseconds each in a fresh process ...
MAX_COST = 0.1  # ... and a millisecond where malloc keeps many free pieces: processor seconds that all of them may take
ROUNDS = 256  # that are enough; those of an inner loop, where a stretch begins in one
PATIENCE = 100  # lines after which the first one is no longer waited for: it may have been no part of the loop; twice as many each time
MAX_ROWS = 60


class Balance:
    """Adds up what lines take and give back; a round is over when the line is reached at which the first one began."""

    def __init__(self, in_use: Callable[[], int], work: dict[str, int]) -> None:
        self._in_use, self._work = in_use, work
        self._size = in_use()
        self._sums: dict[Stack, int] = {}
        self._times: dict[Stack, int] = {}
        self._whole: list[tuple[Stack, int, int]] = []  # lines, bytes and times when the last whole round was over
        self._first: Stack | None = None
        self._at_first: dict[str, int] = {}
        self._done: dict[str, int] = {}
        self._lines, self._patience = 0, PATIENCE
        self.readings = self.rounds = 0
        self.cost: Seconds = 0.0  # what reading has taken

    def is_over(self) -> bool:
        """Whether enough was seen, or enough spent."""
        return self.rounds >= ROUNDS or self.readings >= MAX_READINGS or self.cost >= MAX_COST

    def reach(self, stack: Stack) -> None:
        """A line of the program's is about to run."""
        self._lines += 1
        if self._first is None or (not self.rounds and self._lines > self._patience):
            self._first, self._at_first, self._sums, self._times = stack, dict(self._work), {}, {}
            self._lines, self._patience = 0, 2 * self._patience
        elif stack == self._first:
            self.rounds += 1
            self._whole = [(line, self._sums.get(line, 0), self._times.get(line, 0)) for line in self._times]
            self._whole += [(line, nbytes, 0) for line, nbytes in self._sums.items() if line not in self._times]
            self._done = {name: done - self._at_first.get(name, 0) for name, done in self._work.items()}
        self._times[stack] = self._times.get(stack, 0) + 1

    def book(self, stack: Stack) -> None:
        """Books what memory in use gained or lost since the last reading for the line that ran meanwhile."""
        asked = system.processor()
        size = self._in_use()
        self.cost += system.processor() - asked
        gained, self._size = size - self._size, size
        self.readings += 1
        if gained:
            self._sums[stack] = self._sums.get(stack, 0) + gained

    def record(self, site: Callable[[Stack], SiteId]) -> Record | None:
        """What whole rounds have shown: growth in all, and site, bytes and times of the lines; None where no round was over."""
        if not self.rounds:
            return None
        told: dict[Stack, tuple[int, int]] = {}
        common = _common([stack for stack, _, _ in self._whole if stack])
        for stack, nbytes, times in self._whole:
            line = stack[: len(stack) - common][-MAX_FRAMES:]
            known = told.get(line, (0, 0))
            # What is cut off is deeper in calls: its bytes are those of the line that calls it, which is not reached more often for that.
            told[line] = known[0] + nbytes, known[1] + (times if len(stack) - common <= MAX_FRAMES else 0)
        rows = sorted(told.items(), key=lambda row: -abs(row[1][0]))[:MAX_ROWS]
        work = {name: done for name, done in self._done.items() if done}
        return {
            "k": "balance",
            "rounds": self.rounds,
            "grown": sum(nbytes for nbytes, _ in told.values()),
            "w": work,
            "rows": [[site(line) if line else -1, nbytes, times] for line, (nbytes, times) in rows],
        }


def _common(stacks: list[Stack]) -> int:
    """How many of the outermost frames are the same in all stacks: they were entered before, and tell nothing."""
    for number, frames in enumerate(zip(*(reversed(stack) for stack in stacks))):
        if len(set(frames)) > 1:
            return number
    return min(map(len, stacks), default=1) - 1
