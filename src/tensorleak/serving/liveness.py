"""How much of a graph's intermediate results is alive at once: a result lives from its making to its last use."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

GROUPED_SHARE = 0.8  # measured: not all windows are there at once


@dataclass(frozen=True)
class Step:
    """One computation: what it makes, the bytes of that, what it needs, and what it takes while it runs."""

    name: str
    nbytes: int
    needs: tuple[str, ...] = ()
    scratch: int = 0


@dataclass(frozen=True)
class Activations:
    """Bytes of intermediate results: the most that are alive at once (prediction), and all of them (training)."""

    peak: int
    total: int


def activations(steps: Iterable[Step]) -> Activations:
    """Walks the steps in an order that respects their needs and sums what is alive."""
    ordered = in_order({step.name: step for step in steps})
    last_use = {need: place for place, step in enumerate(ordered) for need in step.needs}
    ending: dict[int, list[Step]] = {}
    for step in ordered:
        ending.setdefault(last_use.get(step.name, len(ordered)), []).append(step)
    alive = peak = 0
    for place, step in enumerate(ordered):
        alive += step.nbytes
        peak = max(peak, alive + step.scratch)
        alive -= sum(gone.nbytes for gone in ending.get(place, ()))
    return Activations(peak, sum(step.nbytes for step in ordered))


def in_order(steps: dict[str, Step]) -> list[Step]:
    """The steps with every need before its user; a circle is cut where it is met."""
    ordered: list[Step] = []
    entered: set[str] = set()
    for first in steps:
        stack = [(first, False)]
        while stack:
            name, complete = stack.pop()
            if complete:
                ordered.append(steps[name])
            elif name not in entered and name in steps:
                entered.add(name)
                stack.append((name, True))
                stack.extend((need, False) for need in reversed(steps[name].needs))
    return ordered


def grouped_scratch(result_bytes: int, channels_out: int, channels_in: int, kernel: Iterable[int]) -> int:
    """What a convolution in groups takes while it runs on a CPU: TensorFlow lays every window out side by side."""
    places = result_bytes // max(1, channels_out)
    return int(GROUPED_SHARE * places * channels_in * math.prod(kernel))
