"""The case: everything the passes know about one recording, with the questions they ask of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Iterable

from tensorleak_engine import tolerances
from tensorleak_engine.growth import UNKNOWN, Growth, Trend, judge
from tensorleak_engine.model.diagnosis import Location, Verdict
from tensorleak_engine.model.facts import Fact, over
from tensorleak_engine.model.owner import location_of
from tensorleak_engine.model.units import EXECUTING, UNITS
from tensorleak_engine.phases import phases
from tensorleak_engine.reading import Reading
from tensorleak_engine.recording import Recording
from tensorleak_engine.records import Look, Site
from tensorleak_engine.seen import stacks
from tensorleak_engine.timeline import Point, Series, Timeline
from tensorleak_probe.gauge_catalogue import noise_of

SURVIVAL = {True: Verdict.LEAK, False: Verdict.DEFERRED, None: Verdict.GROWING}


@dataclass
class Case:
    """One recording under diagnosis."""

    recording: Recording
    timeline: Timeline
    units: list[str]
    judged: dict[str, Growth] = field(default_factory=dict)
    edges: tuple[float, float] | None = None  # of warm-up and of the last third, in the main unit of work

    def __post_init__(self) -> None:
        self.reading = Reading(self.recording)  # what the program's text tells
        self.phases = phases(stacks(self.recording), self.reading.loop)  # the loops that it was seen in
        last = self.phases[-1] if len(self.phases) > 1 else None
        self.last_phase = last.begun if last is not None and last.lasts else None  # when the last of several began

    @property
    def unit(self) -> str:
        """The main unit of work."""
        return self.units[0]

    @property
    def unit_word(self) -> str:
        """The unit in the user's words."""
        return UNITS[self.unit]

    def site(self, number: int) -> Site | None:
        """A recorded user stack."""
        return self.recording.sites.get(number)

    def adders(self, container: int) -> list[Location]:
        """The line that was seen to add most to a growing container, and the lines that called it, innermost first.

        Of equals, the one that is likeliest to repeat.
        """
        added = self.recording.additions.get(container, {})
        most = max(added.values(), default=0)
        sites = [self.site(number) for number, count in added.items() if count == most]
        stacks = {location_of(site): site.frames for site in sites if site is not None and site.frames}
        first = self.reading.likeliest([place for place in stacks if place is not None])
        return [Location(*frame) for frame in stacks.get(first, ())]

    def series(self, gauge: str, unit: str | None = None) -> Series:
        """A gauge over work, up to the last unit of work: what falls away afterwards is the program ending."""
        return trimmed(self.timeline.series(gauge, unit or self.unit))

    def phase(self, series: Series, unit: str | None = None) -> Series:
        """The part of a series that lies in the last of several loops that the program was seen in; all of it where there was one."""
        if self.last_phase is None:
            return series
        begun = self.timeline.work_at(unit or self.unit, self.last_phase)
        return [point for point in series if point[0] >= begun]

    def judged_in(self, series: Series, noise: float, units: float, unit: str | None = None) -> Growth:
        """How a series grew over the whole run, or in its last phase where it does not grow over the whole."""
        whole = judge(series, noise, units)
        if whole.growing or self.last_phase is None:
            return whole
        late = judge(self.phase(series, unit), noise, units)
        return late if late.growing else whole

    def growth(self, gauge: str, noise: float | None = None) -> Growth:
        """How a gauge grew over the first unit of work in which it clearly does, or over the main one; noise as declared, or as given."""
        if gauge not in self.judged:
            self.judged[gauge] = self._judge(gauge, noise_of(gauge) if noise is None else noise)
        return self.judged[gauge]

    def _judge(self, gauge: str, noise: float) -> Growth:
        results = [
            self.judged_in(
                self.series(gauge, unit),
                noise,
                tolerances.MIN_JUDGED_SECONDS if unit == "seconds" else tolerances.MIN_JUDGED,
                unit,
            )
            for unit in self.units
        ]
        main = results[0] if results else UNKNOWN
        growing = next((result for result in results if result.growing), None)
        if growing is None or growing is main or main.trend is Trend.UNKNOWN:
            return growing or main
        return _rescaled(growing, main)

    def is_building(self) -> bool:
        """Whether a graph is still being built, in a program that goes on and has run little of it so far: no round has begun."""
        running = self.recording.end is None and self.unit not in EXECUTING
        return running and self.growth("graph.ops").growing

    def sampled(self, gauge: str, says: str) -> Fact:
        """A fact that was read from the samples of a gauge."""
        times = self.timeline.times[len(self.timeline.times) - len(self.timeline.gauges.get(gauge, [])) :]
        return Fact(says, over("samples", gauge, times))

    def looked(self, about: str, says: str, looks: Iterable[Look] | None = None) -> Fact:
        """A fact that was read from close looks: all of them, where none are named."""
        return Fact(says, over("looks", about, (look.t for look in (self.recording.looks if looks is None else looks))))

    def censuses(self) -> list[Look]:
        """The close looks at live objects."""
        return [look for look in self.recording.looks if look.kind == "census"]

    def done(self, unit: str) -> float:
        """How much of a kind of work was done between the first and the last sample."""
        times = self.timeline.times
        return self.timeline.work_at(unit, times[-1]) - self.timeline.work_at(unit, times[0]) if times else 0.0

    def work_of(self, look: Look) -> float:
        """The main unit of work at a close look: as it was counted there, or by the samples around it."""
        counted = look.w.get(self.unit)
        return float(counted) if counted is not None else self.timeline.work_at(self.unit, look.t)

    def rise(self, gauge: str, begin: float, end: float) -> float | None:
        """How much a gauge rose between two times; None where it was not read twice in between."""
        times, values = self.timeline.times, self.timeline.gauges.get(gauge, [])
        between = [value for at, value in zip(times[len(times) - len(values) :], values) if begin <= at <= end]
        return between[-1] - between[0] if len(between) > 1 else None

    def counted(self) -> list[Look]:
        """The close looks that counted tensors."""
        return [look for look in self.censuses() if not look.quiet and not look.glance]

    def tensors_multiply(self) -> bool:
        """Whether there were more live tensors at each of the last looks that counted them."""
        counts = [look.tensors for look in self.counted() if not look.final][-tolerances.FEWEST_STRETCHES :]
        rises = [b - a for a, b in zip(counts, counts[1:])]
        return len(rises) > 1 and min(rises) >= tolerances.MORE_TENSORS

    def collections(self) -> list[Look]:
        """The close looks that collected and trimmed."""
        return [look for look in self.recording.looks if look.kind == "collect" and look.after]

    def freed_with(self, cache: str) -> float:
        """Bytes that were freed when TensorFlow emptied a cache of its own, after the program's end; 0.0 where nobody tried."""
        looks = [look for look in self.recording.looks if look.kind == "autopsy" and look.cache == cache]
        return sum(look.before.get("malloc.in_use", 0.0) - look.after.get("malloc.in_use", 0.0) for look in looks)

    def survives_collection(self, gauge: str) -> bool | None:
        """Whether what grew is still there after a full collection; None when nobody looked."""
        series = self.series(gauge)
        looks = [look for look in self.collections() if gauge in look.after and gauge in look.before]
        if not looks or not series:
            return None
        running = [look for look in looks if not look.final]
        compared = running if len(running) >= 2 else looks
        share = surviving_share(compared, gauge)
        if share is not None:
            return share >= tolerances.SURVIVING_SHARE
        if self._gone_between(running, gauge):
            return False
        look = running[-1] if running else looks[-1]
        base = series[0][1]
        if look.final and look.before[gauge] - base < tolerances.SURVIVING_SHARE * (series[-1][1] - base):
            return None  # it went with the program's last locals: that says nothing
        tested = [(look.before[gauge] - base, look.after[gauge] - base), *self._fallen_with_own(gauge, base)]
        # Of few things the one at work may be half; but where all of them went, that one did not matter.
        few = tolerances.FEW_THINGS
        enough = [left / grown for grown, left in tested if grown >= few or (grown >= few - 1 and left <= 0)]
        return min(enough) >= tolerances.SURVIVING_SHARE if enough else None

    def _gone_between(self, looks: list[Look], gauge: str) -> bool:
        """Whether things were made between two collections, by the samples, and all were gone before the later one was noted.

        What is noted as "before" may have been read in the middle of a collection, when the garbage had lost its weak references.
        """
        return any(
            later.after[gauge] <= earlier.after[gauge]
            and self.timeline.highest(gauge, earlier.t, later.t) >= earlier.after[gauge] + tolerances.FEW_THINGS
            for earlier, later in zip(looks, looks[1:])
        )

    def _fallen_with_own(self, gauge: str, base: float) -> list[Point]:
        """(grown, left) of a gauge at full collections of the program's own that made it fall.

        Ours may come soon after one and meet only what is at work. That nothing fell with one says little: the sample may be late.
        """
        own = self.timeline.own_collections(gauge, [look.t for look in self.collections()])
        return [(before - base, after - base) for before, after in own if after < before]

    def staying(self, gauge: str, noise: float | None = None) -> float:
        """Growth of a gauge per unit of work, less the share that the last collection in the running program freed."""
        growth = self.growth(gauge, noise)
        looks = [look for look in self.collections() if not look.final and gauge in look.after]
        if not growth.growing or not looks:
            return growth.per_unit if growth.growing else 0.0
        share = surviving_share(looks, gauge)
        if share is not None:
            return growth.per_unit * max(0.0, min(1.0, share))
        base = self.series(gauge)[0][1]
        at = looks[-1].before[gauge] - base
        tested = [(at, looks[-1].after[gauge] - base), *self._fallen_with_own(gauge, base)]
        shares = [left / grown for grown, left in tested if grown > 0 and grown >= at]
        return growth.per_unit * max(0.0, min([1.0, *shares]))

    def after_collection(self, gauge: str) -> Verdict:
        """What growth is by its survival: a leak, garbage that waits for the collector, or not yet known."""
        return SURVIVAL[self.survives_collection(gauge)]


def surviving_share(looks: list[Look], gauge: str) -> float | None:
    """Share that outlived the last of several collections, of what was made between them; None when nothing was.

    Each collection takes the garbage away, so what is alive before the next one is what was made since, and not the growth of the
    whole run.
    """
    made = sum(later.before[gauge] - earlier.after[gauge] for earlier, later in zip(looks, looks[1:]))
    return (looks[-1].after[gauge] - looks[0].after[gauge]) / made if made > 0 else None


def trimmed(series: Series) -> Series:
    """Drops the samples after the last advance of work, but for one; that one, too, where the end has begun to let go."""
    if not series:
        return series
    last = series[-1][0]
    index = len(series)
    while index > 1 and series[index - 2][0] == last:
        index -= 1
    if index > tolerances.ENOUGH_SAMPLES and series[index - 1][1] < series[index - 2][1]:
        index -= 1
    return series[:index]


def _rescaled(growth: Growth, main: Growth) -> Growth:
    """The same growth per main unit of work."""
    factor = growth.units / main.units if main.units else 1.0
    return Growth(
        growth.trend,
        growth.per_unit * factor,
        growth.total,
        main.units,
        growth.start,
        growth.end,
        growth.whole,
        tuple((work / factor, gained) for work, gained in growth.stretches) if factor else (),
    )
