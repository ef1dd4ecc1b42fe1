"""The lab's result as a Markdown page: a table per rule."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from tensorleak.lab.result import LabResult, Outcome, Trial
from tensorleak.report import lab_words as words
from tensorleak.safe import clean

RULE = "| --- | --- | --- | --- | --- |"


def render(result: LabResult) -> str:
    """The page."""
    lines = [
        f"# The lab on TensorFlow {_cell(result.subject.tensorflow)}",
        "",
        f"Made by `tensorleak lab` on {result.day}: {_cell(words.versions(result))}.",
        "",
        f"{words.summary(result)[:1].upper()}{words.summary(result)[1:]}.",
        "",
        "Growth is given per round of each program's own work: exact counters, and resident memory by the "
        "floors of disjoint stretches of work. `stops it`, `slows it`, `does not` and `moves it` compare a "
        "remedy with the leaking form; remedies marked *folk* are common advice.",
        "",
        *_sections(result),
        *_skipped([outcome for outcome in result.outcomes if outcome.skipped]),
    ]
    return "\n".join(lines).rstrip() + "\n"


def _sections(result: LabResult) -> Iterator[str]:
    for rule, outcomes in itertools.groupby(result.ran, key=lambda outcome: outcome.experiment.rule):
        yield f"## {rule or 'Innocent'}"
        yield ""
        for outcome in outcomes:
            yield from _program(outcome, result.subject.lane)


def _program(outcome: Outcome, lane: str) -> Iterator[str]:
    experiment = outcome.experiment
    measure = outcome.leaking.measure if outcome.leaking else None
    unit = measure.unit if measure else experiment.unit
    yield f"### {experiment.name}"
    yield ""
    yield f"{_cell(experiment.summary)}."
    yield ""
    yield f"| form | rounds | growth per {_cell(unit)} | diagnosis | does it stop? |"
    yield RULE
    for trial in outcome.trials:
        yield _row(trial, lane)
    yield ""


def _row(trial: Trial, lane: str) -> str:
    name = f"`{trial.form.name}`" + (" (*folk*)" if trial.form.folk else "")
    about = f" {_cell(trial.form.summary)}" if trial.form.summary else ""
    cells = (
        f"{name}{about}",
        str(trial.rounds or ""),
        words.growth(trial),
        words.verdict(trial),
        words.effect(trial, lane),
    )
    return f"| {cells[0]} | " + " | ".join(_cell(cell) for cell in cells[1:]) + " |"


def _skipped(outcomes: list[Outcome]) -> Iterator[str]:
    if outcomes:
        yield "## Skipped"
        yield ""
    for outcome in outcomes:
        yield f"- `{outcome.experiment.name}`: {_cell(outcome.skipped or '')}"


def _cell(text: str) -> str:
    """Text that stays inside its cell and is no markup; error messages of programs come through here."""
    safe = clean(text, lines=False).replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|")
    return safe.replace("[", "\\[")
