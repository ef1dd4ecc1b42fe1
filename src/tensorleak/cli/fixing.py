"""The fixing part of `tensorleak check`: shows or writes what the rewriters of `tensorleak.fix` propose."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import click

from tensorleak.check.finding import StaticFinding
from tensorleak.check.result import CLEAN, FOUND, CheckReport
from tensorleak.errors import TensorleakError
from tensorleak.report.check_text import count, place
from tensorleak.safe import clean

if TYPE_CHECKING:
    from tensorleak.fix.api import FileFix


def preview_of(report: CheckReport, unsafe: bool) -> int:
    """Shows the changes as a diff on stdout; 1 when there are any."""
    from tensorleak.fix.api import diff, plan

    fixes = plan(report.findings, report.sources, unsafe)
    for fix in fixes:
        for found in _remarks(fix):
            _suggest(found, report)
        click.echo(clean(diff(fix)), nl=False)
    changed = sum(fix.changes for fix in fixes)
    click.echo(f"{count(changed, 'file')} would be changed", err=True)
    return FOUND if changed else CLEAN


def apply(report: CheckReport, unsafe: bool) -> int:
    """Writes the changes; the number of files that changed. What one file refuses does not stop the others."""
    from tensorleak.fix.api import plan, write

    written = fixed = 0
    for fix in plan(report.findings, report.sources, unsafe):
        _remarks(fix)
        if not fix.changes:
            continue
        try:
            write(fix)
        except TensorleakError as error:
            click.echo(f"tensorleak: {clean(str(error))}", err=True)
        else:
            written, fixed = written + 1, fixed + len(fix.applied)
    click.echo(f"{count(fixed, 'finding')} fixed in {count(written, 'file')}", err=True)
    return written


def _remarks(fix: FileFix) -> list[StaticFinding]:
    """Says what is left to the reader, and why; the findings whose fix is only ever suggested."""
    for found, reason in fix.refused:
        click.echo(f"{place(found)}: {found.rule} not fixed: {clean(reason, lines=False)}", err=True)
    refused = [found for found, _ in fix.refused]
    suggested = [(found, rewrite) for found, rewrite in fix.shown if found not in refused]
    for found, rewrite in suggested:
        words = f"{rewrite.title}; {rewrite.reason}"
        click.echo(f"{place(found)}: {found.rule} suggested, not applied: {clean(words, lines=False)}", err=True)
    return [found for found, _ in suggested]


def _suggest(found: StaticFinding, report: CheckReport) -> None:
    """Shows a suggested change, on stderr and indented: what stdout has can be applied as a patch."""
    from tensorleak.fix.api import suggestion

    change = clean(suggestion(found, report.sources[found.file]))
    click.echo(textwrap.indent(change, "  "), err=True, nl=False)
