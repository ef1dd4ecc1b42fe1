"""The phases of a program: the loops that it was seen in, one after the other."""

from __future__ import annotations

from typing import Callable, Optional, Sequence

from tensorleak_engine.model.diagnosis import Location
from tensorleak_engine.seen import Stack

LASTING = 4  # stacks in a row from one loop that make it a phase of the program


def last_phase(stacks: Sequence[tuple[float, Stack]], loop_around: Callable[[Location], Optional[int]]) -> float | None:
    """When the loop began that the program was in last, where it had been in another one before; None for a program of one phase."""
    loops = [(time, _outermost(stack, loop_around)) for time, stack in stacks]
    seen = [(time, loop) for time, loop in loops if loop is not None]
    if not seen:
        return None
    current = seen[-1][1]
    others = [index for index, (_, loop) in enumerate(seen) if loop != current]
    if not others or len(seen) - others[-1] - 1 < LASTING:
        return None
    return seen[others[-1] + 1][0]


def _outermost(stack: Stack, loop_around: Callable[[Location], Optional[int]]) -> tuple[str, int] | None:
    """The outermost loop around a stack: its file and first line."""
    for frame in reversed(stack):
        line = loop_around(Location(*frame))
        if line:
            return frame[0], line
    return None
