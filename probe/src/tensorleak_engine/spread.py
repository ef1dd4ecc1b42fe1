"""Intervals of rates, from how much the disjoint stretches of one run disagree.

A run is cut into stretches of work that share no sample. Each gives a rate of its own; their mean is the rate that is
reported, and the scatter between them says how sure it is: Student's interval at 95 %, with as many degrees of freedom
as there are stretches less one. Measuring noise at an edge lowers one stretch by what it adds to the next, so that
scatter from noise alone is overstated, never understated. An exact counter that gains the same in every stretch has an
interval of no width. What differs from one run to the next as a whole (another machine, another allocator) is not in it.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Sequence, Tuple

from tensorleak_engine.model.diagnosis import Interval, Rate

if TYPE_CHECKING:
    from tensorleak_engine.memory import Memory
    from tensorleak_engine.model.owner import Owner

# Two-sided 95 % quantiles of Student's distribution for 1, 2, … degrees of freedom.
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
Stretch = Tuple[float, float]
"""How much work a stretch holds, and how much was gained in it."""


def interval(stretches: Sequence[Stretch]) -> Interval | None:
    """Where the rate of these stretches lies; None when there are fewer than two."""
    done = [(work, gained) for work, gained in stretches if work > 0]
    if len(done) < 2:
        return None
    work = sum(stretch[0] for stretch in done)
    rate = sum(stretch[1] for stretch in done) / work
    variance = sum(width * (gained / width - rate) ** 2 for width, gained in done) / work
    freedom = len(done) - 1
    half = STUDENT[min(freedom, len(STUDENT)) - 1] * math.sqrt(variance / freedom)
    return Interval(rate - half, rate + half)


def scaled(span: Interval | None, factor: float) -> Interval | None:
    """The interval of a rate that is `factor` times as large."""
    return Interval(span.low * factor, span.high * factor) if span else None


def added(one: Interval | None, other: Interval | None) -> Interval | None:
    """The interval of a sum of rates."""
    return Interval(one.low + other.low, one.high + other.high) if one and other else None


def with_intervals(rate: Rate, owner: Owner, memory: Memory) -> Rate:
    """A rate with its intervals: counts by their own stretches, bytes by those of what they were measured with."""
    counts = interval(owner.stretches)
    if owner.weighed and counts is not None and owner.count > 0:
        sizes = scaled(counts, (owner.nbytes or 0.0) / owner.count)
    elif not owner.device_bytes and memory.used.growing and memory.used.per_unit > 0:
        sizes = scaled(memory.used.interval, rate.bytes_per_unit / memory.used.per_unit)
    else:
        sizes = None
    return replace(rate, count_interval=counts, bytes_interval=sizes)
