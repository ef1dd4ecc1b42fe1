"""What the lab's tests share: measures and results made by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tensorleak_engine.model.diagnosis import Verdict

from tensorleak.lab.experiment import Experiment, Form
from tensorleak.lab.measure import Measure
from tensorleak.lab.result import LabResult, Outcome, Trial
from tensorleak.lab.subject import Subject

LEAK = Measure(Verdict.LEAK, "TL101", "grows", "request", 100_000.0, True, {"graph.ops": 6.0})
CALM = Measure(Verdict.STEADY, None, "no growth", "request", 200.0, False)
TF2 = Subject("/somewhere/python", "3.11.7", "2.21.0", "3.15.1", "Linux x86_64")
TF1 = replace(TF2, tensorflow="1.15.5", keras="2.2.4-tf", python="3.7.16")


def form(name: str = "leaking", **told: object) -> Form:
    return Form(name, Path(__file__), **told)  # type: ignore[arg-type]


def experiment(*forms: Form, **told: object) -> Experiment:
    given = {"rule": "TL101", "lanes": ("tf1", "tf2"), "needs": "", "claims": (), **told}
    return Experiment(name="TL101/example", summary="An example", unit="request", forms=forms, **given)  # type: ignore[arg-type]


def result(*trials: Trial, skipped: str | None = None, interrupted: bool = False) -> LabResult:
    outcome = Outcome(experiment(*(trial.form for trial in trials)), trials, skipped)
    return LabResult(TF2, "2026-11-15", (outcome,), interrupted)
