"""Decides from levels taken between disjoint stretches of iterations whether something grows; pure functions.

Nothing is judged by what is alive at the end: a cache that fills and stops is fine. What counts is a rise in stretch after
stretch that does not slow down.
"""

from tensorleak_probe.gauge_catalogue import PYTEST, told_in

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
SLOWING = 0.5  # late growth under half of the early growth is a cache that fills
ONE_STEP = 0.7  # of all growth in one stretch: an event, not a rate


class Growth:
    """One thing that grows: how much an iteration adds."""

    def __init__(self, gauge, per_iteration, total, iterations):
        self.gauge, self.per_iteration, self.total, self.iterations = gauge, per_iteration, total, iterations

    @property
    def exact(self):
        """Whether it is a counter and not an amount of memory."""
        return self.gauge in COUNTERS


def rises(levels, gauge):
    """What each stretch added, where all levels know the gauge."""
    values = [level.get(gauge) for level in levels]
    if any(value is None for value in values):
        return []
    return [after - before for before, after in zip(values, values[1:])]


def needed(gauge, iterations, limit):
    """What a stretch must add to count: one for counters, the limit per iteration and the noise for bytes."""
    return 1.0 if gauge in COUNTERS else max(limit * iterations, NOISE[gauge])


def suspects(levels, iterations, limit):
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


def confirmed(gauge, levels, iterations, limit):
    """The growth of a suspect over further stretches, or None when it stopped, slowed down or was one event."""
    steps = rises(levels, gauge)
    if len(steps) < 4:
        return None
    least = needed(gauge, iterations, limit)
    half = len(steps) // 2
    early, late = sum(steps[:half]) / half, sum(steps[half:]) / (len(steps) - half)
    total = sum(steps)
    up = sum(1 for step in steps if step >= least)
    steady_rise = up == len(steps) if gauge in COUNTERS else up >= len(steps) - 1 and min(steps) > 0
    if not steady_rise or steps[-1] < least or late < SLOWING * early or max(steps) > ONE_STEP * total:
        return None
    return Growth(gauge, total / (len(steps) * iterations), total, len(steps) * iterations)


def hopeless(gauge, levels, iterations, limit):
    """Whether the stretches so far already rule out that `confirmed` says yes: no need to go on."""
    steps = rises(levels, gauge)
    least = needed(gauge, iterations, limit)
    weak = sum(1 for step in steps if step < least)
    return weak > 0 if gauge in COUNTERS else weak > 1 or (bool(steps) and min(steps) <= 0)


def main_growth(growths):
    """The one to explain: counters before bytes, in the order of the list above."""
    order = COUNTERS + (BYTES, COARSE)
    return min(growths, key=lambda growth: order.index(growth.gauge)) if growths else None
