"""Where a check's report goes: to the terminal, to stdout for another program, or to a file."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import click
from rich.console import Console

from tensorleak.check.result import CheckReport
from tensorleak.check.source import shown
from tensorleak.documents import check as document
from tensorleak.errors import UsageError
from tensorleak.files import write_beside
from tensorleak.report import check_text, github, junit, sarif
from tensorleak.safe import name

MACHINE: dict[str, Callable[[CheckReport], str]] = {
    "json": document.render,
    "sarif": sarif.render,
    "github": github.render,
    "junit": junit.render,
}
FORMATS = ("text", "full", *MACHINE)


def write_report(report: CheckReport, form: str | None, file: Path | None, hints: bool = False) -> None:
    """Writes the report, and what people want to know beside it to stderr; people see hints only when they ask, machines always."""
    form = form or ("full" if file is None and sys.stdout.isatty() else "text")
    untold = 0 if hints or form in MACHINE else report.hints
    report = report.without_hints() if untold else report
    if file is not None:
        _to_file(report, form, file)
    elif form in MACHINE:
        _to_stdout(MACHINE[form](report))
    else:
        check_text.render(report, Console(), form == "full")
    for problem in report.problems:
        click.echo(name(str(problem)), err=True)
    click.echo(check_text.summary(report), err=True)
    if untold:
        click.echo(check_text.untold(untold), err=True)
    if form not in MACHINE and check_text.hint(report):
        click.echo(check_text.hint(report), err=True)


def _to_file(report: CheckReport, form: str, file: Path) -> None:
    try:
        write_beside(file, text_of(report, form).encode())
    except OSError as error:
        raise UsageError(f"the report {shown(file)} cannot be written: {error.strerror or error}") from error


def text_of(report: CheckReport, form: str) -> str:
    """The report as text, without colours."""
    if form in MACHINE:
        return MACHINE[form](report)
    out = io.StringIO()
    check_text.render(report, Console(file=out, no_color=True, force_terminal=False, width=10_000), form == "full")
    return out.getvalue()


def _to_stdout(text: str) -> None:
    """Machines read UTF-8, whatever the terminal's language."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()
