"""The lab's figures in words: the same in the terminal and in Markdown."""

from __future__ import annotations

from tensorleak_engine.wording import amount, count_words, duration
from tensorleak_probe.gauge_catalogue import LAB, told_in

from tensorleak.lab.effect import Effect
from tensorleak.lab.measure import Measure
from tensorleak.lab.result import LabResult, Outcome, Trial

COUNTERS = {gauge.name: gauge.noun for gauge in told_in(LAB)}
SMALL = 1000.0  # bytes per round that a warm interpreter gains or loses without any leak


def growth(trial: Trial) -> str:
    """What grew per round of work, counters first; or why nothing was measured."""
    if trial.measure is None:
        return trial.failure or "not measured"
    parts = [_count(name, rate) for name, rate in trial.measure.counters.items() if name in COUNTERS]
    return ", ".join([*parts, _memory(trial.measure)])


def verdict(trial: Trial) -> str:
    """What the diagnosis says of the run itself."""
    if trial.measure is None:
        return ""
    rule = f" {trial.measure.rule}" if trial.measure.rule else ""
    return f"{trial.measure.verdict}{rule}"


def effect(trial: Trial, lane: str) -> str:
    """What the remedy does; a different effect where it was tried before is told, too."""
    if trial.effect is None:
        return ""
    expected = (trial.form.expected or {}).get(lane)
    if expected is None or expected == trial.effect.value or trial.effect in (Effect.UNKNOWN, Effect.NOTHING):
        return str(trial.effect)
    return f"{trial.effect} (elsewhere: {expected})"


def remedy(trial: Trial) -> str:
    """The name of a form with what it does."""
    about = f": {trial.form.summary}" if trial.form.summary else ""
    return f"{trial.form.name}{about}"


def summary(result: LabResult) -> str:
    """The whole visit in one sentence."""
    trials = [trial for outcome in result.ran for trial in outcome.trials]
    innocent = [outcome for outcome in result.ran if outcome.experiment.innocent]
    tried = [trial for trial in trials if trial.form.remedy]
    skipped = len(result.outcomes) - len(result.ran)
    parts = [
        _grown([outcome for outcome in result.ran if not outcome.experiment.innocent], "leaking"),
        *([_grown(innocent, "innocent")] if innocent else []),
        f"{sum(trial.effect is Effect.STOPS for trial in tried)} of {len(tried)} remedies stop the growth",
        *([f"{skipped} skipped"] if skipped else []),
        *([f"{failed} failed"] if (failed := sum(trial.failure is not None for trial in trials)) else []),
    ]
    early = "interrupted: " if result.interrupted else ""
    return f"{early}{', '.join(parts)}; {duration(result.seconds)}"


def versions(result: LabResult) -> str:
    """What was under test."""
    subject = result.subject
    keras = f", Keras {subject.keras}" if subject.keras else ""
    return f"TensorFlow {subject.tensorflow}{keras}, Python {subject.python}, {subject.platform}"


def _grown(outcomes: list[Outcome], kind: str) -> str:
    """How many of the programs of a kind grew, of those that could be measured."""
    measures = [outcome.leaking.measure for outcome in outcomes if outcome.leaking and outcome.leaking.measure]
    return f"{sum(measure.grows for measure in measures)} of {len(measures)} {kind} programs grew"


def _count(name: str, rate: float) -> str:
    number = count_words(rate)
    return f"{number} {COUNTERS[name]}{'' if number == '1' else 's'}"


def _memory(measure: Measure) -> str:
    """Growth that did not repeat over the run is the end of a warm-up: its figure would mislead."""
    if measure.confirmed or measure.grows:
        return amount(measure.memory)
    return "no bytes" if measure.memory < SMALL else "levels off"
