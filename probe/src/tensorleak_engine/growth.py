"""Pass 2: decides whether a series grows, has stopped growing, or never did.

No trend test is trusted alone: growth must repeat over disjoint stretches of work and must not slow down.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from enum import Enum
from typing import Sequence

from tensorleak_engine import tolerances
from tensorleak_engine.model.diagnosis import Interval
from tensorleak_engine.spread import Stretch, interval
from tensorleak_engine.timeline import Series


class Trend(Enum):
    """What a series does."""

    GROWING = "growing"
    BOUNDED = "bounded"
    UNCLEAR = "unclear"
    STEADY = "steady"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Growth:
    """A judged series."""

    trend: Trend
    per_unit: float = 0.0
    total: float = 0.0
    units: float = 0.0
    start: float = 0.0
    end: float = 0.0
    whole: float = 0.0
    stretches: tuple[Stretch, ...] = ()
    tail: float = (
        0.0  # what the last stretch gained from its first to its last reading, as if they were a stretch apart
    )
    unread: int = 0  # stretches without a reading: a busy machine lets nobody look for a while

    @property
    def interval(self) -> Interval | None:
        """Where the growth per unit lies."""
        return interval(self.stretches)

    def share(self, share: float) -> tuple[Stretch, ...]:
        """The stretches of an owner of so much of the growth."""
        return tuple((work, gained * share) for work, gained in self.stretches)

    @property
    def growing(self) -> bool:
        """Whether growth is confirmed."""
        return self.trend is Trend.GROWING


UNKNOWN = Growth(Trend.UNKNOWN)


def judge(series: Series, noise: float = 0.5, min_units: float | None = None, floors: bool = True) -> Growth:
    """Judges a series after warm-up: by the floor of each stretch, so that saw-teeth do not count."""
    if len(series) < 3:
        return UNKNOWN
    first, last = series[0][0], series[-1][0]
    begin = first + (last - first) * tolerances.WARM_UP_SHARE
    if last - begin < (tolerances.MIN_JUDGED if min_units is None else min_units):
        return UNKNOWN
    edges = [begin + (last - begin) * i / tolerances.STRETCHES for i in range(tolerances.STRETCHES + 1)]
    read = [_inside(series, low, high) for low, high in zip(edges, edges[1:])]
    levels = _floors(series, edges, read) if floors else [value_at(series, edge) for edge in edges]
    total = levels[-1] - levels[0]
    span = (last - begin) * (1 - 1 / tolerances.STRETCHES if floors else 1)
    whole = series[-1][1] - series[0][1]
    rises = [b - a for a, b in zip(levels, levels[1:])]
    trend, unread = _trend(rises, total, noise, whole), sum(not inside for inside in read)
    seldom = unread > 1 or (unread > 0 and (trend is not Trend.GROWING or len(series) <= tolerances.ENOUGH_SAMPLES))
    if seldom and floors and total > noise and not _has_stopped(rises, total, noise):
        trend = Trend.GROWING if _rises_evenly(series, edges) else Trend.UNCLEAR  # nobody saw it slow down
    stretches = tuple((span / len(rises), rise) for rise in rises)
    tail = _tail(series, edges[-2], span / len(rises))
    return Growth(trend, total / span, total, span, levels[0], levels[-1], whole, stretches, tail, unread)


def _tail(series: Series, begin: float, span: float) -> float:
    """What a series gains in `span` units of work by its readings from `begin` on; 0.0 where they lie too close together to tell."""
    readings = [point for point in series if point[0] >= begin]
    passed = readings[-1][0] - readings[0][0] if readings else 0.0
    return (readings[-1][1] - readings[0][1]) * span / passed if passed >= span / 2 else 0.0


def growth_of_levels(levels: Sequence[float], units: float, chance: float, missed: int = 1) -> Growth:
    """Judges levels that were taken between stretches of `units` each, with warm-up behind them and garbage taken away.

    A stretch may gain `chance` for nothing; `missed` of them may gain no more, and none may lose as much.
    """
    rises = [b - a for a, b in zip(levels, levels[1:])]
    if len(rises) < tolerances.FEWEST_STRETCHES:
        return UNKNOWN
    total, span = sum(rises), units * len(rises)
    trend = _trend(rises, total, chance * len(rises), total)
    if trend is Trend.GROWING and (min(rises) < -chance or sum(rise <= chance for rise in rises) > missed):
        trend = Trend.UNCLEAR
    stretches = tuple((units, rise) for rise in rises)
    return Growth(trend, total / span, total, span, levels[0], levels[-1], total, stretches)


def _trend(rises: list[float], total: float, noise: float, whole: float) -> Trend:
    if total <= noise:
        return Trend.BOUNDED if whole > tolerances.RISEN * noise else Trend.STEADY
    half = len(rises) // 2
    early, late = sum(rises[:half]) / half, sum(rises[half:]) / (len(rises) - half)
    step = noise / len(rises)
    up = sum(1 for rise in rises if rise > step)
    if _has_stopped(rises, total, noise):
        return Trend.BOUNDED
    if (
        up >= len(rises) - 1
        and rises[-1] > step
        and late >= tolerances.SLOWING_SHARE * early
        and max(rises) <= tolerances.ONE_STEP * total
    ):
        return Trend.GROWING
    if late < tolerances.SLOWING_SHARE * early:
        return Trend.BOUNDED
    return Trend.UNCLEAR


def _has_stopped(rises: list[float], total: float, noise: float) -> bool:
    """Whether the last two stretches gained next to nothing."""
    return sum(rises[-2:]) <= max(2 * noise / len(rises), tolerances.LAST_SHARE * total)


def _inside(series: Series, low: float, high: float) -> list[float]:
    return [value for work, value in series if low <= work <= high]


def _floors(series: Series, edges: list[float], read: list[list[float]]) -> list[float]:
    """The lowest value in each stretch; in one that nobody read, the last value before its end."""
    return [min(inside) if inside else value_at(series, high) for inside, high in zip(read, edges[1:])]


def _rises_evenly(series: Series, edges: list[float]) -> bool:
    """Whether few readings are enough: each is higher than the one before, and so is the line through them, evenly."""
    last_before = max(0, bisect_left(series, (edges[0], float("inf"))) - 1)
    readings = series[last_before:]
    steps = [b - a for (_, a), (_, b) in zip(readings, readings[1:])]
    levels = [_between(readings, edge) for edge in edges]
    rises, total = [b - a for a, b in zip(levels, levels[1:])], levels[-1] - levels[0]
    return (
        sum(step > 0 for step in steps) >= tolerances.FEWEST_STRETCHES
        and min(steps) >= 0
        and max(steps) <= tolerances.ONE_STEP * total
        and min(rises) >= tolerances.SLOWING_SHARE * total / len(rises)
    )


def _between(readings: Series, work: float) -> float:
    """The value at `work` on the straight line between the readings around it."""
    index = bisect_left(readings, (work, float("-inf")))
    if index in (0, len(readings)):
        return readings[min(index, len(readings) - 1)][1]
    (before, low), (after, high) = readings[index - 1], readings[index]
    return low + (high - low) * (work - before) / (after - before)


def value_at(series: Series, work: float) -> float:
    """The last value at or before `work`, or the first one there is."""
    index = bisect_left(series, (work, float("inf"))) - 1
    return series[max(0, index)][1]
