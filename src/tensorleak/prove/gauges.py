"""The gauges themselves, before and after, per unit of the same work: counters are exact where bytes are not."""

from __future__ import annotations

from dataclasses import dataclass

from tensorleak_engine import timeline
from tensorleak_engine.case import Case
from tensorleak_engine.growth import Growth, Trend, judge
from tensorleak_probe import gauge_catalogue

from tensorleak.recording import Recording

FLAT = 0.25
COMPARED = gauge_catalogue.told_in(gauge_catalogue.PROVE)
COUNTERS = tuple(gauge.name for gauge in COMPARED if gauge.counts != gauge_catalogue.LEVEL)
EXACT = tuple(gauge.name for gauge in COMPARED if gauge.name in COUNTERS and gauge.unit == gauge_catalogue.COUNT)
MEMORY = tuple(gauge.name for gauge in COMPARED if gauge.name not in COUNTERS)
LIVE = gauge_catalogue.names(gauge_catalogue.ALONE)
RESIDENT = "process.rss"
STILL = 0.5
BYTE_NOISE = 1e5


@dataclass(frozen=True)
class GaugeChange:
    """One gauge's growth per unit of work in both runs; None where a run was too short to tell."""

    gauge: str
    before: float
    after: float | None
    grew: bool
    grows: bool = False

    @property
    def flat(self) -> bool:
        """Whether what grew before has stopped after: a last rise of a short warm-up does not count."""
        return self.after is not None and not self.grows and self.after <= FLAT * self.before


def compare(before: Recording, after: Recording, unit: str) -> tuple[GaugeChange, ...]:
    """The gauges that grew before, and resident memory in any case."""
    old, new = _case(before, unit), _case(after, unit)
    changes = []
    for gauge in (*COUNTERS, *MEMORY):
        was, now = _growth(old, gauge), _growth(new, gauge)
        grew = was.growing
        if grew or (gauge == RESIDENT and was.trend is not Trend.UNKNOWN):
            changes.append(GaugeChange(gauge, was.per_unit, _after(new, gauge, now), grew, now.growing))
    return tuple(changes)


def counters_flat(changes: tuple[GaugeChange, ...]) -> bool:
    """Whether at least one exact counter grew before, and none of those grows after."""
    grown = [change for change in changes if change.grew and change.gauge in COUNTERS]
    return bool(grown) and all(change.flat for change in grown)


def still_rising(changes: tuple[GaugeChange, ...]) -> GaugeChange | None:
    """What counts live things and grows on nearly as before, whatever the diagnosis could make of it."""
    return next(
        (
            change
            for change in changes
            if change.gauge in LIVE and change.grew and change.grows and (change.after or 0.0) > STILL * change.before
        ),
        None,
    )


def _case(recording: Recording, unit: str) -> Case:
    line = timeline.build(recording)
    return Case(recording, line, [unit] if line.work.get(unit) else timeline.choose_units(line))


def _after(case: Case, gauge: str, growth: Growth) -> float | None:
    """A gauge that never moved is not in the recording at all: that is level, not unknown."""
    if gauge not in case.timeline.gauges and case.timeline.times:
        return 0.0
    return None if growth.trend is Trend.UNKNOWN else growth.per_unit


def _growth(case: Case, gauge: str) -> Growth:
    return judge(case.series(gauge), 1.5 if gauge in EXACT else BYTE_NOISE)
