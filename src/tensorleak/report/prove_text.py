"""The proof as people read it in a terminal: the sentence first, then the table, the change and how to apply it."""

from __future__ import annotations

from pathlib import PurePath

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from tensorleak_engine.model.diagnosis import Finding
from tensorleak_engine.wording import amount

from tensorleak.prove.gauges import GaugeChange
from tensorleak.prove.pairs import Change
from tensorleak.prove.proof import Comparison, Mode, Proof, ProofVerdict
from tensorleak.safe import clean

__all__ = ["clean", "render"]

COLOURS = {
    ProofVerdict.PROVEN: "bold green",
    ProofVerdict.IMPROVED: "bold yellow",
    ProofVerdict.NOTHING: "bold yellow",
    ProofVerdict.NOT_COMPARABLE: "bold yellow",
}
CHANGE_COLOURS = {Change.GONE: "green", Change.SMALLER: "yellow", Change.LARGER: "red", Change.NEW: "red"}
DIFF_COLOURS = {"-": "red", "+": "green", "@": "cyan"}
MAX_DIFF_LINES = 60


def render(proof: Proof, console: Console) -> None:
    """Prints a proof."""
    colour = COLOURS.get(proof.verdict, "bold red")
    console.print()
    console.print(
        Text.assemble(
            (f" {str(proof.verdict).upper()} ", f"{colour} reverse"),
            " ",
            (clean(proof.sentence), "bold"),
        ),
        soft_wrap=True,
    )
    if proof.comparison is not None:
        _show(_table(proof.comparison), console)
    _changes(proof, console)
    for line in (*_advice(proof), *proof.notes):
        _show(Text(clean(line)), console)
    console.print()


def _show(part: RenderableType, console: Console) -> None:
    console.print(Padding(part, (1, 0, 0, 2)))


def _table(comparison: Comparison) -> Table:
    """Each finding, each gauge that grew, the work, the output and the status, before and after."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("", "before", "after", ""):
        table.add_column(name, overflow="fold")
    for pair in comparison.pairs:
        found, change = pair.finding, pair.change
        place = f" {PurePath(found.location.file).name}:{found.location.line}" if found.location else ""
        table.add_row(
            Text.assemble((found.rule, "bold cyan"), clean(f" {found.name}{place}")),
            _rate(pair.before),
            _rate(pair.after),
            Text(str(change), style=CHANGE_COLOURS.get(change, "")),
        )
    unit = comparison.before.diagnosis.growth.unit
    for gauge in comparison.gauges:
        table.add_row(*(Text(clean(word), style="dim") for word in (f"{gauge.gauge} per {unit}", *_gauge(gauge), "")))
    work = comparison.work
    if work.before:
        table.add_row(Text(f"work ({work.unit})", style="dim"), str(work.before), str(work.after), "")
    before, after = comparison.before, comparison.after
    table.add_row(Text("output", style="dim"), "", "", str(comparison.output.sameness))
    table.add_row(Text("exit status", style="dim"), str(before.status), str(after.status), "")
    table.add_row(Text("verdict", style="dim"), str(before.diagnosis.verdict), str(after.diagnosis.verdict), "")
    table.add_row(Text("seconds", style="dim"), f"{before.seconds:.1f}", f"{after.seconds:.1f}", "")
    return table


def _rate(found: Finding | None) -> str:
    if found is None:
        return "none"
    rate = found.rate
    size = f", {amount(rate.bytes_per_unit)}" if rate.bytes_per_unit >= 1 else ""
    return f"{rate.count_per_unit:.3g}{size} per {rate.unit}"


def _gauge(change: GaugeChange) -> tuple[str, str]:
    def word(value: float | None) -> str:
        if value is None:
            return "too short to tell"
        byte_gauge = change.gauge.endswith(("bytes", "rss", "in_use"))
        return amount(value) if byte_gauge else f"{value:.3g}"

    return word(change.before), word(change.after)


def _changes(proof: Proof, console: Console) -> None:
    """What was changed, as a diff, and what was left alone, with the reason."""
    lines = [line for repair in proof.changing for line in clean(repair.diff).splitlines()]
    if len(lines) > MAX_DIFF_LINES:
        lines[MAX_DIFF_LINES:] = [f"… {len(lines) - MAX_DIFF_LINES} more lines; --json holds all of them"]
    console.print()
    for line in lines:
        console.print(Text(f"  {line}", DIFF_COLOURS.get(line[:1], "")), soft_wrap=True)  # never cut: people copy it
    for repair in proof.repairs:
        for found, reason in repair.left_alone:
            _show(
                Text(clean(f"{repair.fix.display}:{found.span.line}: {found.rule} left alone: {reason}"), "dim"),
                console,
            )


def _advice(proof: Proof) -> list[str]:
    """What to do next."""
    lines = []
    if proof.applied:
        lines.append(f"applied to {', '.join(repair.fix.display for repair in proof.changing)}")
    elif proof.proven and proof.mode is Mode.FIXES:
        lines.append("nothing in your tree was changed; run it again with --apply to keep the fix")
    elif proof.comparison is not None and not proof.comparison.output.same and not proof.comparison.after.leaks:
        lines.append("if the output is random or tells the time, seed the program or give --ignore-output")
    if proof.kept is not None:
        lines.append(f"copies, outputs and recordings: {proof.kept}")
    return lines
