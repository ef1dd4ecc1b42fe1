"""`tensorleak report`: diagnose a recording again, also while it is being written."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console
from tensorleak_engine.model.diagnosis import Verdict

from tensorleak.cli.source_roots import source_roots
from tensorleak.cli.writing import STDOUT, refuse_terminal, write_out
from tensorleak.errors import UsageError
from tensorleak.gather import gather
from tensorleak.recording import Reader
from tensorleak.repairs import with_repairs
from tensorleak.report import terminal
from tensorleak.report.formats import FORMATS

FILE = click.Path(path_type=Path, allow_dash=True)


@click.command()
@click.argument("recording", type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(list(FORMATS)), default="terminal", help="Default: terminal.")
@click.option("--output", "-o", metavar="FILE", type=FILE, default=STDOUT, help="Where it goes; default: stdout.")
@click.option("--json", "json_file", metavar="FILE", type=FILE, help="Also write the diagnosis as JSON to FILE.")
@click.option("--html", "html_file", metavar="FILE", type=FILE, help="Also write the page to FILE.")
@click.option("--source/--no-source", default=True, help="With or without lines of the program's source.")
@source_roots
@click.option("--why", is_flag=True, help="Also list what was considered and set aside, with the reason.")
@click.option("--strict", is_flag=True, help="Exit with 1 when a leak was found.")
def report(
    recording: Path,
    form: str,
    output: Path,
    json_file: Path | None,
    html_file: Path | None,
    source: bool,
    reader: Reader,
    why: bool,
    strict: bool,
) -> int:
    """Diagnose RECORDING: after the program ended, was killed, or while it runs.

    `-` as FILE is stdout, and takes the place of the report for the terminal. speedscope, perfetto (also Chrome's
    trace format), pprof, csv and openmetrics are for other tools.
    """
    wanted = targets(form, output, json_file, html_file)
    if FORMATS[form].binary:
        refuse_terminal(output)
    subject = gather(recording, source, reader, drawn="html" in wanted.values())
    if "html" in wanted.values():
        subject = with_repairs(subject)
    for target, name in wanted.items():
        if (target, name) == (STDOUT, "terminal"):
            terminal.render(subject.diagnosis, Console(), subject.excerpts, why=why)
        else:
            write_out(FORMATS[name].render(subject), target)
    return 1 if strict and subject.diagnosis.verdict is Verdict.LEAK else 0


def targets(form: str, output: Path, json_file: Path | None, html_file: Path | None) -> dict[Path, str]:
    """Which format goes where: each place takes one."""
    asked = [(json_file, "json"), (html_file, "html")]
    short = {target: name for target, name in asked if target is not None}
    if len(short) < sum(target is not None for target, _ in asked):
        raise UsageError("--json and --html name the same file: give each its own")
    if output in short and (form, output) != ("terminal", STDOUT):
        raise UsageError(f"--{short[output]} and --output name the same file: give each its own")
    return {output: form} | short
