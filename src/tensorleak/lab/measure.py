"""Growth per round of a program's work, from its recordings: resident memory and the exact counters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tensorleak_engine import timeline, tolerances
from tensorleak_engine.case import Case
from tensorleak_engine.growth import Growth, judge
from tensorleak_engine.model.diagnosis import Diagnosis, Verdict
from tensorleak_probe import gauge_catalogue

from tensorleak.family import diagnose_all
from tensorleak.recording import Recording

GROWS = (Verdict.LEAK, Verdict.UNEXPLAINED, Verdict.GROWING)
# Counts of live things: one that rises is growth, whatever else is seen.
LIVE = gauge_catalogue.names(gauge_catalogue.ALONE)
# Counts of what was made, which may be gone again: they tell of a leak but do not make one.
MADE = tuple(name for name in gauge_catalogue.names(gauge_catalogue.LAB) if name not in LIVE)
COUNT_NOISE = 1.5
ENOUGH = 4


@dataclass(frozen=True)
class Measure:
    """What one run showed; growth is per round of the program's own work."""

    verdict: Verdict
    rule: str | None
    sentence: str
    unit: str
    memory: float
    confirmed: bool
    counters: dict[str, float] = field(default_factory=dict)

    @property
    def grows(self) -> bool:
        """Whether the diagnosis says so."""
        return self.verdict in GROWS


def measure(recordings: Sequence[Recording], unit: str, rounds: int) -> Measure:
    """Measures the process that matters most; without known rounds, per unit of work as the diagnosis counts it."""
    diagnosis = diagnose_all(list(recordings))
    chosen = next((one for one in recordings if str(one.path) == diagnosis.recording), recordings[0])
    line = timeline.build(chosen)
    case = Case(chosen, line, timeline.choose_units(line))
    scale = _per_round(case, rounds)
    resident = _judged(case, "process.rss", tolerances.NOISE_BYTES)
    return Measure(
        verdict=diagnosis.verdict,
        rule=_leading_rule(diagnosis),
        sentence=diagnosis.sentence,
        unit=unit if rounds else case.unit_word,
        memory=resident.per_unit * scale,
        confirmed=resident.growing,
        counters={name: rate * scale for name, rate in _counters(case).items()},
    )


def _per_round(case: Case, rounds: int) -> float:
    """How many units of work make a round: all that was done, to the very end, by the rounds that the program made."""
    if not rounds:
        return 1.0
    done = max((sample.w.get(case.unit, 0) for sample in case.recording.samples), default=0)
    series = case.series("process.rss")
    return (done or (series[-1][0] - series[0][0] if series else 0.0)) / rounds


def _counters(case: Case) -> dict[str, float]:
    """The counters whose growth repeated over the run."""
    judged = {name: _judged(case, name, COUNT_NOISE) for name in (*LIVE, *MADE)}
    return {name: growth.per_unit for name, growth in judged.items() if growth.growing}


def _judged(case: Case, gauge: str, noise: float) -> Growth:
    """A gauge over the work without its very last unit: what is seen there may be the program clearing up."""
    series = case.series(gauge)
    before = [point for point in series if point[0] < series[-1][0]]
    return judge(before if len(before) >= ENOUGH else series, noise)


def _leading_rule(diagnosis: Diagnosis) -> str | None:
    return next((found.rule for found in diagnosis.findings if found.verdict in GROWS), None)
