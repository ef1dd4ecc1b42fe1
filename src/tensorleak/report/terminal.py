"""The report people read in a terminal: the verdict first, then cause, line, holder, rate, remedy and evidence."""

from __future__ import annotations

import os
from collections.abc import Mapping

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text
from tensorleak_engine.model.diagnosis import Diagnosis, Finding, Verdict
from tensorleak_engine.wording import amount, device_lines, duration

from tensorleak.report.subject import Excerpt
from tensorleak.safe import clean

COLOURS = {
    Verdict.LEAK: "bold red",
    Verdict.UNEXPLAINED: "bold magenta",
    Verdict.GROWING: "bold yellow",
    Verdict.TOO_SHORT: "bold yellow",
}

MAX_FINDINGS = 40


def shown_path(file: str) -> str:
    """A path as people type it: relative where it lies below the working directory."""
    try:
        relative = os.path.relpath(file)
    except (OSError, ValueError):  # the working directory is gone, or the name is no path
        return file
    return file if relative.startswith("..") else relative


def render(
    diagnosis: Diagnosis,
    console: Console,
    excerpts: Mapping[str, Excerpt | str] | None = None,
    verbose: bool = True,
    why: bool = False,
) -> None:
    """Prints a diagnosis, with the source around each finding where there is any; with `why`, also what was set aside."""
    colour = COLOURS.get(diagnosis.verdict, "bold green")
    console.print()
    console.print(
        Text.assemble(
            (f" {str(diagnosis.verdict).upper()} ", f"{colour} reverse"),
            " ",
            (clean(diagnosis.sentence), "bold"),
        ),
        soft_wrap=True,
    )
    for finding in diagnosis.findings[:MAX_FINDINGS]:
        console.print(
            Padding(_finding(diagnosis, finding, (excerpts or {}).get(finding.fingerprint, ())), (1, 0, 0, 2))
        )
    if len(diagnosis.findings) > MAX_FINDINGS:
        console.print(Padding(Text(f"and {len(diagnosis.findings) - MAX_FINDINGS} more findings"), (1, 0, 0, 2)))
    if not verbose:
        return
    if diagnosis.ledger and diagnosis.findings:
        console.print(Padding(_ledger(diagnosis), (1, 0, 0, 2)))
    if why:
        console.print(Padding(_considered(diagnosis), (1, 0, 1, 2)))
    for line in (*device_lines(diagnosis), *diagnosis.ruled_out, *diagnosis.notes):
        console.print(Padding(Text(clean(line), style="dim"), (0, 0, 0, 2)))
    _processes(diagnosis, console)
    _footer(diagnosis, console)


def _finding(diagnosis: Diagnosis, finding: Finding, source: Excerpt | str) -> RenderableType:
    parts: list[RenderableType] = [
        Text.assemble(
            (finding.rule, "bold cyan"),
            f" {finding.name}  ",
            (str(finding.verdict), COLOURS.get(finding.verdict, "green")),
            f"  {finding.fingerprint}",
        )
    ]
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row("what", escape(clean(finding.summary)))
    if finding.location:
        table.add_row("line", escape(clean(f"{shown_path(finding.location.file)}:{finding.location.line}")))
        excerpt = f"[dim]{source}[/dim]" if isinstance(source, str) else _excerpt(finding.location.line, source)
        if excerpt is not None:
            table.add_row("", excerpt)
    if finding.holder:
        table.add_row("held by", escape(clean(finding.holder)))
        if len(finding.path) > 1:
            table.add_row("", "[dim]" + escape(clean(" → ".join(finding.path))) + "[/dim]")
    table.add_row("rate", escape(clean(_rate(diagnosis, finding))))
    table.add_row("change", escape(clean(finding.remedy)))
    if finding.known_leak:
        leak = finding.known_leak
        way_round = f". {leak.way_round}" if leak.way_round != finding.remedy else ""
        table.add_row("known", escape(clean(f"{leak.title} ({leak.issue}){way_round}")))
    for index, line in enumerate(finding.evidence):
        table.add_row("evidence" if index == 0 else "", "[dim]" + escape(clean(line)) + "[/dim]")
    parts.append(table)
    return Group(*parts)


def _excerpt(line: int, source: Excerpt) -> RenderableType | None:
    lines = [(number, text) for number, text in source if abs(number - line) <= 1]
    if not lines:
        return None
    code = "\n".join(clean(text) for _, text in lines)
    return Syntax(
        code,
        "python",
        line_numbers=True,
        start_line=lines[0][0],
        highlight_lines={line},
        theme="ansi_dark",
        background_color="default",
        word_wrap=False,
    )


def _rate(diagnosis: Diagnosis, finding: Finding) -> str:
    rate = finding.rate
    size = (
        f"{amount(rate.bytes_per_unit)} per {rate.unit}"
        if rate.bytes_per_unit >= 1
        else f"too little to see in memory yet, per {rate.unit}"
    )
    left = diagnosis.seconds_to_limit
    if (
        left is not None
        and finding.verdict in (Verdict.LEAK, Verdict.UNEXPLAINED)
        and diagnosis.growth.bytes_per_unit > 0
        and diagnosis.growth.confirmed
    ):
        size += f"; at this pace out of memory ({amount(diagnosis.memory_limit)}) in {duration(left)}"
    return size


def _ledger(diagnosis: Diagnosis) -> RenderableType:
    table = Table.grid(padding=(0, 2))
    growth = diagnosis.growth
    table.add_row(
        f"[dim]resident memory grew by {amount(growth.total_bytes)} over {growth.units:.0f} × {growth.unit}, of which[/dim]"
    )
    for part in diagnosis.ledger:
        table.add_row(f"{part.share:6.1%}  {amount(part.bytes):>8}  {escape(clean(part.part))}")
    return table


def _considered(diagnosis: Diagnosis) -> RenderableType:
    """What each cause was read from; and what grew, or seemed to, and is told as no cause, with the reason."""
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for found in diagnosis.findings[:MAX_FINDINGS]:
        table.add_row(found.rule, "[dim]read from " + escape(clean("; ".join(found.records))) + "[/dim]")
    told = "also considered" if diagnosis.considered else "nothing else grew, or seemed to"
    table.add_row(f"[dim]{told}[/dim]", "")
    for one in diagnosis.considered[:MAX_FINDINGS]:
        place = f" at {shown_path(one.location.file)}:{one.location.line}" if one.location else ""
        rate = f", {one.count_per_unit:.3g} per {diagnosis.growth.unit}" if one.count_per_unit else ""
        what = f"{one.kind}{f' {one.name}' if one.name else ''}{place}{rate}"
        table.add_row(one.outcome, f"{escape(clean(what))}\n[dim]{escape(clean(one.why))}[/dim]")
    return table


def _processes(diagnosis: Diagnosis, console: Console) -> None:
    for other in diagnosis.processes[:12]:
        console.print(
            Padding(
                Text(
                    clean(f"process {other.pid} ({other.program}): {other.verdict}, {other.sentence}"),
                    style="dim",
                ),
                (0, 0, 0, 2),
            )
        )
    if len(diagnosis.processes) > 12:
        console.print(Padding(Text(f"and {len(diagnosis.processes) - 12} more processes", style="dim"), (0, 0, 0, 2)))


def _footer(diagnosis: Diagnosis, console: Console) -> None:
    environment = diagnosis.environment
    versions = f"TensorFlow {environment['tensorflow']}, " if environment.get("tensorflow") else ""
    kept = f", recording {diagnosis.recording}" if diagnosis.recording else ""
    about = clean(f"{versions}Python {environment.get('python', '?')}, {diagnosis.seconds:.1f} s{kept}")
    console.print(Padding(Text(about, style="dim"), (1, 0, 1, 2)))
