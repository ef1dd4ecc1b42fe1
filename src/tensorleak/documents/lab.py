"""The lab's result as JSON, as `lab.schema.json` describes it."""

from __future__ import annotations

from typing import Any

from tensorleak.lab.result import LabResult, Outcome, Trial
from tensorleak.safe import json_text

SCHEMA = "tensorleak.lab/1"


def render(result: LabResult) -> str:
    """The JSON text."""
    subject = result.subject
    return json_text(
        {
            "schema": SCHEMA,
            "environment": {
                "python": subject.python,
                "tensorflow": subject.tensorflow,
                "keras": subject.keras,
                "platform": subject.platform,
            },
            "date": result.day,
            "seconds": round(result.seconds, 1),
            "interrupted": result.interrupted,
            "programs": [_program(outcome) for outcome in result.outcomes],
        }
    )


def _program(outcome: Outcome) -> dict[str, Any]:
    experiment = outcome.experiment
    return {
        "name": experiment.name,
        "rule": experiment.rule,
        "summary": experiment.summary,
        "unit": experiment.unit,
        "claims": list(experiment.claims),
        "skipped": outcome.skipped,
        "trials": [_trial(trial) for trial in outcome.trials],
    }


def _trial(trial: Trial) -> dict[str, Any]:
    return {
        "form": trial.form.name,
        "summary": trial.form.summary,
        "rounds": trial.rounds,
        "folk": trial.form.folk,
        "expected": trial.form.expected,
        "effect": trial.effect.value if trial.effect else None,
        "failure": trial.failure,
        "seconds": round(trial.seconds, 1),
        "measure": _measure(trial),
    }


def _measure(trial: Trial) -> dict[str, Any] | None:
    measure = trial.measure
    if measure is None:
        return None
    return {
        "verdict": measure.verdict.value,
        "rule": measure.rule,
        "sentence": measure.sentence,
        "unit": measure.unit,
        "bytes_per_round": round(measure.memory),
        "confirmed": measure.confirmed,
        "counters_per_round": {name: round(rate, 3) for name, rate in measure.counters.items()},
    }
