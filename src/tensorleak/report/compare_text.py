"""A comparison as people read it in a terminal: the word and the sentence, then every leak before and after."""

from __future__ import annotations

from pathlib import PurePath

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from tensorleak_engine.model.diagnosis import Rate
from tensorleak_engine.wording import growth_words, rate_words

from tensorleak.model.comparison import Change, Comparison, FindingChange
from tensorleak.safe import clean

COLOURS = {
    Change.NEW: "bold red",
    Change.WORSE: "bold red",
    Change.UNKNOWN: "bold yellow",
    Change.BETTER: "bold green",
    Change.FIXED: "bold green",
}


def render(comparison: Comparison, console: Console) -> None:
    """Prints a comparison."""
    console.print()
    badge = f" {str(comparison.overall).upper()} "
    colour = COLOURS.get(comparison.overall, "bold")
    said = (clean(comparison.sentence, lines=False), "bold")
    console.print(Text.assemble((badge, f"{colour} reverse"), " ", said), soft_wrap=True)
    _show(_table(comparison), console)
    for line in (*_reasons(comparison), *comparison.notes):
        console.print(Padding(Text(clean(line, lines=False), "dim"), (0, 0, 0, 2)))
    console.print()


def _show(part: RenderableType, console: Console) -> None:
    console.print(Padding(part, (1, 0, 1, 2)))


def _table(comparison: Comparison) -> Table:
    """Each leak, memory as a whole, the verdicts, and what else differs, side by side."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("", "", comparison.before.label, comparison.after.label):
        table.add_column(Text(clean(name, lines=False)), overflow="fold")
    for item in comparison.findings:
        table.add_row(
            _word(item.change),
            _name(item),
            *(Text(clean(_rate(item, rate), lines=False)) for rate in (item.before_rate, item.after_rate)),
        )
    memory = comparison.memory
    whole = (Text(clean(growth_words(growth), lines=False)) for growth in (memory.before, memory.after))
    table.add_row(_word(memory.change), "resident memory", *whole)
    old, new = comparison.before.diagnosis, comparison.after.diagnosis
    rows = [("verdict", str(old.verdict), str(new.verdict)), ("seconds", f"{old.seconds:.1f}", f"{new.seconds:.1f}")]
    rows += [(item.what, item.before, item.after) for item in comparison.differences]
    for row in rows:
        table.add_row("", *(Text(clean(word, lines=False), "dim") for word in row))
    return table


def _word(change: Change) -> Text:
    return Text(str(change), COLOURS.get(change, "dim"))


def _rate(item: FindingChange, rate: Rate | None) -> str:
    return rate_words(rate, "not seen" if item.change is Change.UNKNOWN else "none")


def _name(item: FindingChange) -> Text:
    found = item.finding
    place = f" {PurePath(found.location.file).name}:{found.location.line}" if found.location else ""
    library = " (the library's own)" if found.known_leak else ""
    return Text.assemble(
        (clean(found.rule, lines=False), "bold cyan"), " ", clean(f"{found.name}{place}{library}", lines=False)
    )


def _reasons(comparison: Comparison) -> list[str]:
    """Why something cannot be told, and what moved."""
    lines = [f"{item.finding.rule} {item.change}: {item.reason}" for item in comparison.findings if item.reason]
    memory = comparison.memory
    return [*lines, f"resident memory {memory.change}: {memory.reason}"] if memory.reason else lines
