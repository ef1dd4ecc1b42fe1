"""What the lab found out: plain data that reports render."""

from __future__ import annotations

from dataclasses import dataclass

from tensorleak.lab.effect import Effect
from tensorleak.lab.experiment import Experiment, Form
from tensorleak.lab.measure import Measure
from tensorleak.lab.subject import Subject


@dataclass(frozen=True)
class Trial:
    """One form that was run; `failure` says why nothing could be measured."""

    form: Form
    measure: Measure | None
    failure: str | None
    seconds: float
    rounds: int = 0
    status: int = 0
    effect: Effect | None = None


@dataclass(frozen=True)
class Outcome:
    """One experiment; `skipped` says why it did not take place."""

    experiment: Experiment
    trials: tuple[Trial, ...] = ()
    skipped: str | None = None

    @property
    def leaking(self) -> Trial | None:
        """The run that the remedies are held against."""
        return next((trial for trial in self.trials if not trial.form.remedy), None)


@dataclass(frozen=True)
class LabResult:
    """A whole visit to the lab; interrupted, it holds what was measured so far."""

    subject: Subject
    day: str
    outcomes: tuple[Outcome, ...]
    interrupted: bool = False

    @property
    def seconds(self) -> float:
        """How long the programs ran."""
        return sum(trial.seconds for outcome in self.outcomes for trial in outcome.trials)

    @property
    def ran(self) -> list[Outcome]:
        """The experiments that took place."""
        return [outcome for outcome in self.outcomes if outcome.skipped is None]
