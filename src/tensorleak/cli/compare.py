"""`tensorleak compare`: what was fixed, what is new, what changed between two runs."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import click
from rich.console import Console

from tensorleak.cli.source_roots import source_roots
from tensorleak.cli.writing import STDOUT, write_out
from tensorleak.compare import compare as compare_runs
from tensorleak.errors import UsageError
from tensorleak.gather import read_run
from tensorleak.model.comparison import Change, Comparison, Run
from tensorleak.recording import Reader
from tensorleak.report import compare_text

INPUT = click.Path(path_type=Path)
FILE = click.Path(path_type=Path, allow_dash=True)
FORMS = {
    "json": "tensorleak.documents.comparison",
    "html": "tensorleak.report.page.comparison",
    "markdown": "tensorleak.report.compare_markdown",
}
UNFIXED = "unfixed"
FAILING = (*(str(change) for change in (Change.NEW, Change.WORSE, Change.UNCHANGED, Change.UNKNOWN)), UNFIXED, "never")


def chosen(_: click.Context, __: click.Parameter, value: str) -> frozenset[str]:
    """The changes that fail the command, given with commas."""
    names = frozenset(word.strip() for word in value.split(",") if word.strip())
    unknown = sorted(names - set(FAILING))
    if unknown or not names:
        raise UsageError(f"--fail-on knows {', '.join(FAILING)}, not {', '.join(unknown) or 'nothing'}")
    return names


@click.command()
@click.argument("before", type=INPUT)
@click.argument("after", type=INPUT)
@click.option("--json", "json_file", metavar="FILE", type=FILE, help="Write the comparison as JSON to FILE.")
@click.option("--html", "html_file", metavar="FILE", type=FILE, help="Write the comparison as a page to FILE.")
@click.option("--markdown", "markdown_file", metavar="FILE", type=FILE, help="Write it as Markdown to FILE.")
@click.option(
    "--fail-on",
    metavar="CHANGES",
    default="new,worse",
    show_default=True,
    callback=chosen,
    help="Exit with 1 on these: new, worse, unchanged, unknown, unfixed (whatever AFTER still has), never.",
)
@source_roots
def compare(
    before: Path,
    after: Path,
    json_file: Path | None,
    html_file: Path | None,
    markdown_file: Path | None,
    fail_on: frozenset[str],
    reader: Reader,
) -> int:
    """Compare two runs: BEFORE and AFTER are recordings, or diagnoses written with --json.

    A leak is better or worse only when the intervals of its rates do not overlap, and fixed only when AFTER ran long
    enough to show it. `-` as FILE is stdout, and takes the place of the report for the terminal.
    """
    outputs = targets(json=json_file, html=html_file, markdown=markdown_file)
    comparison = compare_runs(*read_runs(before, after, reader, drawn=html_file is not None))
    for target, form in outputs.items():
        write_out(rendered(comparison, form), target)
    if STDOUT not in outputs:
        compare_text.render(comparison, Console())
    return 1 if fails(comparison, fail_on) else 0


def targets(**files: Path | None) -> dict[Path, str]:
    """Which format goes where: each place takes one."""
    asked = [(target, form) for form, target in files.items() if target is not None]
    if len(dict(asked)) < len(asked):
        raise UsageError("two formats name the same file: give each its own")
    return dict(asked)


def read_runs(before: Path, after: Path, reader: Reader, drawn: bool) -> tuple[Run, Run]:
    """Both runs, named by their files as far as those differ."""
    names = (before.name, after.name) if before.name != after.name else (str(before), str(after))
    if names[0] == names[1]:
        names = ("before", "after")
    return read_run(before, names[0], reader, drawn), read_run(after, names[1], reader, drawn)


def rendered(comparison: Comparison, form: str) -> str:
    """The comparison in a format for a file; its module is imported when it is asked for."""
    text: str = import_module(FORMS[form]).render(comparison)
    return text


def fails(comparison: Comparison, fail_on: frozenset[str]) -> bool:
    """Whether any leak went a way that the caller does not accept."""
    still = UNFIXED in fail_on and any(item.after is not None for item in comparison.findings)
    return still or any(str(item.change) in fail_on for item in comparison.findings)
