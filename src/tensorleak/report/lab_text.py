"""The lab's result as people read it in a terminal: one block per program, the leaking form first."""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tensorleak.lab.effect import Effect
from tensorleak.lab.experiment import Experiment
from tensorleak.lab.result import LabResult, Outcome, Trial
from tensorleak.report import lab_words as words
from tensorleak.safe import clean

COLOURS = {Effect.STOPS: "green", Effect.FAILS: "red", Effect.MOVES: "yellow", Effect.SLOWS: "yellow"}


def render(result: LabResult, console: Console) -> None:
    """Prints a result."""
    console.print(Text(words.versions(result), style="bold"))
    for outcome in result.ran:
        _program(outcome, result.subject.lane, console)
    _skipped([outcome for outcome in result.outcomes if outcome.skipped], console)
    console.print()
    console.print(Text(words.summary(result), style="bold"), soft_wrap=True)


def render_list(chosen: list[Experiment], console: Console) -> None:
    """Prints what the lab could run, without running it."""
    for experiment in chosen:
        lanes = ", ".join({"tf1": "TensorFlow 1.15", "tf2": "TensorFlow 2"}[lane] for lane in experiment.lanes)
        console.print(Text.assemble((experiment.name, "bold"), f"  {experiment.summary} ({lanes})"), soft_wrap=True)
        for form in experiment.forms:
            if form.remedy:
                kind = "folk remedy" if form.folk else "remedy"
                console.print(Text(f"    {kind} {form.name}: {form.summary}"), soft_wrap=True)


def line(trial: Trial, lane: str) -> str:
    """One run in one line, for progress."""
    told = (clean(words.growth(trial), lines=False), words.verdict(trial), words.effect(trial, lane))
    return " · ".join(part for part in told if part)


def _program(outcome: Outcome, lane: str, console: Console) -> None:
    console.print()
    name = Text.assemble((outcome.experiment.name, "bold"), f"  {outcome.experiment.summary}")
    console.print(name, soft_wrap=True)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in ("", f"growth per {_unit(outcome)}", "diagnosis", "does it stop?"):
        table.add_column(title, overflow="fold")
    for trial in outcome.trials:
        table.add_row(
            Text(words.remedy(trial)),
            Text(clean(words.growth(trial), lines=False)),
            Text(words.verdict(trial)),
            Text(words.effect(trial, lane), style=COLOURS.get(trial.effect, "") if trial.effect else ""),
        )
    console.print(Padding(table, (0, 0, 0, 2)))


def _unit(outcome: Outcome) -> str:
    measure = outcome.leaking.measure if outcome.leaking else None
    return measure.unit if measure else outcome.experiment.unit


def _skipped(outcomes: list[Outcome], console: Console) -> None:
    if outcomes:
        console.print()
        console.print(Text("skipped", style="bold"))
    for outcome in outcomes:
        console.print(Text(f"  {outcome.experiment.name}: {clean(outcome.skipped or '')}"), soft_wrap=True)
