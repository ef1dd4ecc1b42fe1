"""The check for people: one line for each finding, or, in full, with the source, the chain and the remedy."""

from __future__ import annotations

import unicodedata

from rich.console import Console
from rich.text import Text

from tensorleak.check.finding import Severity, StaticFinding, Step
from tensorleak.check.result import CheckReport
from tensorleak.check.source import Source
from tensorleak.safe import clean, name

COLOURS = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.INFO: "bold blue"}
HINT = " (hint)"
WIDEST = 200  # characters of a source line that are shown


def render(report: CheckReport, console: Console, full: bool) -> None:
    """Prints the findings."""
    for found in report.findings:
        _print(console, headline(found))
        if full:
            _details(found, report.sources.get(found.file), console)


def summary(report: CheckReport) -> str:
    """The last line: how much was found, and how much was looked at."""
    files = len({found.file for found in report.findings})
    what = f"{count(len(report.findings), 'finding')} in {count(files, 'file')}" if files else "no findings"
    looked = [f"{report.files_checked} checked", f"{report.files_skipped} without TensorFlow"]
    looked += [f"{number} {word}" for number, word in _asides(report) if number]
    return f"{what} ({', '.join(looked)})"


def untold(hints: int) -> str:
    """How many hints the report leaves out, and how to see them."""
    return f"{count(hints, 'hint')} (--hints shows {'it' if hints == 1 else 'them'})"


def hint(report: CheckReport) -> str:
    """What to do next, where a rewriter knows some of the findings; '' elsewhere."""
    known = sum(found.fix is not None and found.cell is None for found in report.findings)
    return (
        f"{count(known, 'finding')} may be repaired: --diff shows how, and what keeps a fix from being applied"
        if known
        else ""
    )


def place(found: StaticFinding) -> str:
    """Where a finding is, as editors and terminals understand it."""
    if found.cell is not None:
        return name(f"{found.file}:cell {found.cell}:line {found.span.line}:{found.span.column}")
    return name(f"{found.file}:{found.span.line}:{found.span.column}")


def headline(found: StaticFinding) -> Text:
    """The finding in one line."""
    said = clean(found.summary, lines=False) + (HINT if found.severity is Severity.INFO else "")
    return Text.assemble((place(found), "bold"), ": ", (found.rule, COLOURS[found.severity]), " ", said)


def _details(found: StaticFinding, source: Source | None, console: Console) -> None:
    if source is not None:
        for line in _excerpt(found, source):
            _print(console, line)
    for step in found.chain:
        _print(console, Text(f"    {_step(step)}", style="dim"))
    _print(console, Text.assemble("  ", ("use instead: ", "green"), clean(found.remedy, lines=False)))
    _print(console, Text(""))


def _excerpt(found: StaticFinding, source: Source) -> list[Text]:
    """The source line with the finding underlined."""
    span = found.span
    code = source.line(source.joined_line(found.cell, span.line))[:WIDEST]
    end = span.end_column if span.end_line == span.line else len(code.rstrip()) + 1
    before, marked = code[: span.column - 1], code[span.column - 1 : end - 1]
    number = f"{span.line:>5} "
    underline = " " * _width(before) + "^" * max(1, _width(marked))
    return [
        Text.assemble((f"{number}| ", "blue"), clean(code.expandtabs(1))),
        Text.assemble((" " * len(number) + "| ", "blue"), (underline, COLOURS[found.severity])),
    ]


def _step(step: Step) -> str:
    return f"{name(str(step.location))}: {clean(step.text, lines=False)}"


def _width(text: str) -> int:
    """Columns on a screen: East Asian characters take two, combining marks none."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def _asides(report: CheckReport) -> list[tuple[int, str]]:
    return [
        (report.suppressed, "ignored by comments"),
        (report.baselined, "in the baseline"),
        (len(report.problems), "not checked"),
    ]


def count(number: int, word: str) -> str:
    """A number of things."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _print(console: Console, line: Text) -> None:
    console.print(line, soft_wrap=True, highlight=False)
