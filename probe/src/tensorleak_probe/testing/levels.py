"""Which levels of a test count, and how much of a rise may be chance. Whether they grow is the engine's to say."""

from __future__ import annotations

from tensorleak_engine.growth import growth_of_levels
from tensorleak_probe.gauge_catalogue import PYTEST, told_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from tensorleak_engine.growth import Growth
    from tensorleak_probe.vocabulary import Readings

# What explains the others comes first: a model brings variables, functions and, on TF 1, operations of the graph.
FIRST = (
    "keras.models",
    "session.open",
    "registry.py_functions",
    "data.datasets",
    "data.iterators",
    "graph.ops",
    "function.live",
    "function.graphs",
)
COUNTERS = tuple(gauge.name for gauge in told_in(PYTEST, FIRST))
BYTES = "memory.bytes"
COARSE = "process.rss"  # where malloc does not tell: whole pages, and the allocator's moods
NOISE = {BYTES: 8192.0, COARSE: 4e6}  # what a stretch may gain by chance
STEP = 0.5  # of a counter: the least that a stretch must add is one


def values(levels: Sequence[Readings], gauge: str) -> list[float]:
    """The levels of one gauge, where all of them know it; an empty list otherwise."""
    found = [level[gauge] for level in levels if gauge in level]
    return found if len(found) == len(levels) else []


def rises(levels: Sequence[Readings], gauge: str) -> list[float]:
    """How much each stretch added, in the gauge's unit."""
    found = values(levels, gauge)
    return [after - before for before, after in zip(found, found[1:])]


def chance(gauge: str, iterations: int, limit: float) -> float:
    """What a stretch may add by chance: less than one thing, and of bytes what the limit and the allocator allow."""
    return STEP if gauge in COUNTERS else max(limit * iterations, NOISE[gauge])


def suspects(levels: Sequence[Readings], iterations: int, limit: float) -> list[str]:
    """Gauges that grew in both halves: worth a longer look, no verdict yet. `iterations` are those of one stretch."""
    found = []
    for gauge in COUNTERS + (BYTES, COARSE):
        steps = rises(levels, gauge)
        if not steps or (gauge == COARSE and BYTES in levels[0]):
            continue
        half = len(steps) // 2
        least = 1.0 if gauge in COUNTERS else 0.5 * max(limit * iterations * half, NOISE[gauge])
        if sum(steps[:half]) >= least and sum(steps[half:]) >= least:
            found.append(gauge)
    return found


def confirmed(gauge: str, levels: Sequence[Readings], iterations: int, limit: float) -> Growth | None:
    """The growth of a suspect over further stretches, as the engine judges it; None when it is not confirmed."""
    missed = 0 if gauge in COUNTERS else 1
    growth = growth_of_levels(values(levels, gauge), iterations, chance(gauge, iterations, limit), missed)
    return growth if growth.growing else None


def hopeless(gauge: str, levels: Sequence[Readings], iterations: int, limit: float) -> bool:
    """Whether the stretches so far already rule out that `confirmed` says yes: no need to go on."""
    steps = rises(levels, gauge)
    weak = sum(1 for step in steps if step <= chance(gauge, iterations, limit))
    return weak > 0 if gauge in COUNTERS else weak > 1


def main_growth(growths: Sequence[tuple[str, Growth]]) -> tuple[str, Growth] | None:
    """(gauge, growth) to explain: counters before bytes, in the order of the list above."""
    order = COUNTERS + (BYTES, COARSE)
    return min(growths, key=lambda pair: order.index(pair[0])) if growths else None
