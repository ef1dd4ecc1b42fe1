"""Whether one rate is really faster than another: their intervals are apart, and the difference matters."""

from __future__ import annotations

from dataclasses import replace

from tensorleak_engine.model.diagnosis import Interval, MemoryGrowth, Rate
from tensorleak_engine.model.units import UNITS
from tensorleak_engine.spread import scaled

from tensorleak.model.comparison import Change, Run

COUNTS_MATTER = 1.2  # counters are exact: a fifth more is more
BYTES_MATTER = 1.5  # bytes are shared out among owners and depend on the allocator
WITHOUT_INTERVAL = 2.0
COUNTERS = {word: counter for counter, word in UNITS.items()}
Figure = tuple[float, Interval | None]


def change_of(before: Rate, after: Rate) -> Change:
    """What became of a rate: bytes decide where they tell, since memory is what runs out; else counts do.

    Bytes that memory did not confirm in both runs are a share of noise: exact counts are better than those.
    """
    counts = _judged(
        (before.count_per_unit, before.count_interval), (after.count_per_unit, after.count_interval), COUNTS_MATTER
    )
    if before.count_interval and after.count_interval and not (before.bytes_interval and after.bytes_interval):
        return counts
    sizes = _judged(
        (before.bytes_per_unit, before.bytes_interval), (after.bytes_per_unit, after.bytes_interval), BYTES_MATTER
    )
    return counts if sizes is Change.UNCHANGED else sizes


def change_of_memory(before: MemoryGrowth, after: MemoryGrowth) -> Change:
    """What became of the growth of resident memory, where both runs were long enough to judge it."""
    if before.confirmed != after.confirmed:
        return Change.WORSE if after.confirmed else Change.BETTER
    if not after.confirmed:
        return Change.UNCHANGED
    return _judged((before.bytes_per_unit, before.interval), (after.bytes_per_unit, after.interval), BYTES_MATTER)


def _judged(before: Figure, after: Figure, matters: float) -> Change:
    """Better or worse only when the intervals do not overlap; without intervals, when the rate has doubled or halved."""
    (was, was_span), (now, now_span) = before, after
    if was <= 0 or now <= 0:
        return Change.UNCHANGED
    if was_span is None or now_span is None:
        matters = WITHOUT_INTERVAL
    elif was_span.low <= now_span.high and now_span.low <= was_span.high:
        return Change.UNCHANGED
    if now >= matters * was:
        return Change.WORSE
    return Change.BETTER if was >= matters * now else Change.UNCHANGED


def units_done(run: Run, unit: str) -> float:
    """How much work of a unit a run did, from its start to its end."""
    if unit == UNITS["seconds"]:
        return run.diagnosis.seconds
    return float(run.diagnosis.work.get(COUNTERS.get(unit, unit), 0))


def in_unit(rate: Rate, run: Run, unit: str) -> Rate | None:
    """A rate per another unit of work, by how often the run did both; None when it never did the other."""
    if rate.unit == unit:
        return rate
    own, other = units_done(run, rate.unit), units_done(run, unit)
    if not own or not other:
        return None
    factor = own / other
    return replace(
        rate,
        bytes_per_unit=rate.bytes_per_unit * factor,
        count_per_unit=rate.count_per_unit * factor,
        unit=unit,
        bytes_interval=scaled(rate.bytes_interval, factor),
        count_interval=scaled(rate.count_interval, factor),
    )
