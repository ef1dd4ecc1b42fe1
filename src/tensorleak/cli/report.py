"""`tensorleak report`: diagnose a recording again, also while it is being written."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich.console import Console

from tensorleak.diagnose.processes import diagnose_all
from tensorleak.foresight import with_foresight
from tensorleak.recording import load_all
from tensorleak.report import json as json_report
from tensorleak.report import terminal


@click.command()
@click.argument("recording", type=click.Path(path_type=Path))
@click.option(
    "--json",
    "json_file",
    metavar="FILE",
    type=click.Path(path_type=Path, allow_dash=True),
    help="Write the diagnosis as JSON to FILE (- for stdout).",
)
@click.option("--strict", is_flag=True, help="Exit with 1 when a leak was found.")
def report(recording: Path, json_file: Path | None, strict: bool) -> int:
    """Diagnose RECORDING: after the program ended, was killed, or while it runs."""
    diagnosis = with_foresight(diagnose_all(load_all(recording)))
    if json_file is not None:
        write_json(json_report.render(diagnosis), json_file)
    if json_file is None or str(json_file) != "-":
        terminal.render(diagnosis, Console())
    return 1 if strict and diagnosis.verdict.value == "leak" else 0


def write_json(text: str, target: Path) -> None:
    """Writes JSON text to a file or to stdout."""
    if str(target) == "-":
        sys.stdout.write(text)
    else:
        target.write_text(text, encoding="utf-8")
