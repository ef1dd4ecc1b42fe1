"""What the lab shows on stderr while it runs: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

from types import TracebackType

import click
from rich import progress as bars
from rich.console import Console

from tensorleak.lab.experiment import Experiment, Form
from tensorleak.lab.result import Trial
from tensorleak.lab.session import forms
from tensorleak.lab.subject import Subject
from tensorleak.report import lab_text


class Progress:
    """Tells which form runs and how each one came out."""

    def __init__(self, subject: Subject, chosen: list[Experiment]) -> None:
        self._lane = subject.lane
        self._total = sum(len(forms(experiment, subject)) for experiment in chosen)
        self._number = 0
        self._console = Console(stderr=True)
        self._bar = bars.Progress(
            bars.SpinnerColumn(),
            bars.TextColumn("{task.description}", markup=False),
            bars.BarColumn(),
            bars.MofNCompleteColumn(),
            bars.TimeElapsedColumn(),
            console=self._console,
            transient=True,
            disable=not self._console.is_terminal,
        )
        self._task = self._bar.add_task("starting", total=self._total)

    def __enter__(self) -> Progress:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def starting(self, experiment: Experiment, form: Form) -> None:
        """A form begins."""
        self._bar.update(self._task, description=f"{experiment.name} {form.name}")

    def done(self, experiment: Experiment, trial: Trial) -> None:
        """A form has ended."""
        self._number += 1
        self._bar.advance(self._task)
        if not self._console.is_terminal:
            told = lab_text.line(trial, self._lane)
            click.echo(f"[{self._number}/{self._total}] {experiment.name} {trial.form.name}: {told}", err=True)
