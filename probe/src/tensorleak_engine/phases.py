"""The phases of a program: the loops that it was seen in, one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Callable, Optional, Sequence, Tuple

from tensorleak_engine.model.diagnosis import Location
from tensorleak_engine.seen import Stack

LASTING = 4  # stacks in a row from one loop that make it a phase of the program
LoopAround = Callable[[Location], Optional[int]]


@dataclass(frozen=True)
class Phase:
    """A stretch of time in which the program was seen in one loop: its file and first line, and how often."""

    loop: Tuple[str, int]
    begun: float
    ended: float
    stacks: int

    @property
    def lasts(self) -> bool:
        """Whether it was seen often enough to be more than an interlude."""
        return self.stacks >= LASTING

    @property
    def seconds(self) -> float:
        """How long it lasted."""
        return self.ended - self.begun


def phases(stacks: Sequence[tuple[float, Stack]], loop_around: LoopAround) -> list[Phase]:
    """All of them, in the order of time."""
    loops = ((time, _outermost(stack, loop_around)) for time, stack in stacks)
    found = []
    for loop, group in groupby(((time, loop) for time, loop in loops if loop is not None), key=lambda seen: seen[1]):
        times = [time for time, _ in group]
        found.append(Phase(loop, times[0], times[-1], len(times)))
    return found


def _outermost(stack: Stack, loop_around: LoopAround) -> tuple[str, int] | None:
    """The outermost loop around a stack: its file and first line."""
    for frame in reversed(stack):
        line = loop_around(Location(*frame))
        if line:
            return frame[0], line
    return None
