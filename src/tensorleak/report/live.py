"""What a running program looks like: a few calm lines for a terminal, or one line for a log."""

from __future__ import annotations

from itertools import islice
from pathlib import PurePath

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text
from tensorleak_engine.model.diagnosis import Diagnosis, Finding, Verdict
from tensorleak_engine.wording import amount, device_lines, duration, span_words

from tensorleak.model.parts import Layer, Parts
from tensorleak.report.terminal import COLOURS
from tensorleak.safe import clean

MOST_SUSPECTS = 3
MOST_LAYERS = 5
BAR = 24
PACE_SECONDS = 10.0
# The parts of memory in a word, and their colours: there is little room.
LAYERS = {
    "variables": ("variables", "blue"),
    "tensors": ("tensors", "red"),
    "constants": ("constants", "magenta"),
    "heap": ("native heap", "cyan"),
    "python": ("Python", "yellow"),
    "free": ("free", "green"),
    "rest": ("libraries", "bright_black"),
}
WAITING = "waiting for the program to import TensorFlow and to work"


def frame(diagnosis: Diagnosis | None, parts: Parts | None, width: int, others: int = 0) -> RenderableType:
    """The view of one moment: memory by part, growth, work and suspects, each in a line of its own."""
    if diagnosis is None or parts is None:
        return Group(_head("", width), Text(f" {WAITING}", "dim"))
    table = Table.grid(padding=(0, 1))
    table.add_column(style="dim", no_wrap=True, width=9)
    table.add_column(no_wrap=True, overflow="ellipsis", width=max(10, width - 11))
    table.add_row(" memory", _memory(diagnosis, parts, width - 11))
    table.add_row("", _legend(parts, width - 11))
    table.add_row(" growth", Text(clean(_growth(diagnosis), lines=False)))
    table.add_row(" work", Text(clean(_work(parts, others), lines=False)))
    device = _device(diagnosis)
    if device:
        table.add_row(" device", Text(clean(device, lines=False)))
    for index, line in enumerate(_suspects(diagnosis, MOST_SUSPECTS - bool(device))):
        table.add_row(" suspects" if index == 0 else "", line)
    return Group(_head(str(diagnosis.verdict), width, COLOURS.get(diagnosis.verdict, "bold green")), table)


def line(diagnosis: Diagnosis, parts: Parts, others: int = 0) -> str:
    """The same in one line, for where there is no terminal."""
    words = [
        amount(diagnosis.memory_now),
        _growth(diagnosis),
        _work(parts, others),
        _device(diagnosis),
        _ending(diagnosis),
    ]
    suspects = [f"{found.rule} {_place(found)}".strip() for found in _ranked(diagnosis)[:MOST_SUSPECTS]]
    said = f"{diagnosis.verdict!s} after {duration(diagnosis.seconds)}: {'; '.join(filter(None, words))}"
    return clean(f"{said}; suspects: {', '.join(suspects)}" if suspects else said, lines=False)


def _head(word: str, width: int, colour: str = "dim") -> RenderableType:
    title = Text.assemble("tensorleak", f"{' ' * bool(word)}", (word, colour))
    return Rule(title, align="left", style="dim", characters="─")


def _memory(diagnosis: Diagnosis, parts: Parts, room: int) -> Text:
    """The size of the process, a bar of its parts, and how long memory lasts."""
    total = sum(size for _, size in parts.latest) or 1
    ending = _ending(diagnosis)
    cells = max(6, min(BAR, room - 12 - len(ending)))
    text = Text(f"{amount(diagnosis.memory_now):>8}  ")
    filled = done = 0
    for layer, size in parts.latest:
        done += size
        edge = round(cells * done / total)
        text.append("█" * (edge - filled), _named(layer)[1])
        filled = edge
    return text.append(f"  {ending}")


def _ending(diagnosis: Diagnosis) -> str:
    """When memory runs out, where growth is confirmed."""
    left = diagnosis.seconds_to_limit
    if left is None or not diagnosis.growth.confirmed:
        return ""
    return f"out of memory in {duration(left)}"


def _legend(parts: Parts, room: int) -> Text:
    """The largest parts by name, as many as fit."""
    largest = sorted(((layer, size) for layer, size in parts.latest if size), key=lambda pair: -pair[1])[:MOST_LAYERS]
    text = Text()
    for layer, size in largest:
        word, colour = _named(layer)
        words = f"{amount(size)} {word}"
        if cell_len(text.plain) + cell_len(words) + 4 > room and text:
            break
        text.append("■ " if not text else "  ■ ", colour).append(words)
    return text


def _named(layer: Layer) -> tuple[str, str]:
    return LAYERS.get(layer.key, (clean(layer.label, lines=False), "white"))


def _growth(diagnosis: Diagnosis) -> str:
    """Growth per unit of work with its interval."""
    growth = diagnosis.growth
    if diagnosis.verdict is Verdict.TOO_SHORT:
        return diagnosis.sentence
    if not growth.confirmed:
        return "too little to see in memory yet" if diagnosis.findings else "no lasting growth so far"
    return f"{amount(growth.bytes_per_unit)}{span_words(growth.interval, True)} per {growth.unit}"


def _work(parts: Parts, others: int) -> str:
    """What was done so far, and how fast of late."""
    if not parts.work:
        return "none yet"
    done = f"{parts.work[-1]:,.0f} × {parts.unit}"
    late = next((i for i, time in enumerate(parts.seconds) if time >= parts.seconds[-1] - PACE_SECONDS), 0)
    seconds = parts.seconds[-1] - parts.seconds[late]
    pace = (parts.work[-1] - parts.work[late]) / seconds if seconds > 0 else 0.0
    more = f"; {others} more process{'es' if others > 1 else ''}" if others else ""
    return f"{done}, {pace:.3g} per second{more}" if parts.unit != "second" else f"{done}{more}"


def _ranked(diagnosis: Diagnosis) -> list[Finding]:
    """The suspects, those of the program before those of a library."""
    return sorted(diagnosis.findings, key=lambda found: found.known_leak is not None)


def _device(diagnosis: Diagnosis) -> str:
    """The accelerator that fills up fastest, or is fullest."""
    lines = dict(zip(diagnosis.devices, device_lines(diagnosis), strict=True))
    if not lines:
        return ""
    first = max(lines, key=lambda device: (device.bytes_per_unit, device.in_use))
    return lines[first] if len(lines) == 1 else f"{lines[first]}; {len(lines) - 1} more"


def _suspects(diagnosis: Diagnosis, room: int) -> list[Text]:
    found = _ranked(diagnosis)
    if not found:
        return [Text("none so far", "dim")]
    lines = [_suspect(one) for one in islice(found, room)]
    return lines if len(found) <= room else [*lines[:-1], Text(f"and {len(found) - room + 1} more")]


def _suspect(found: Finding) -> Text:
    size = f"{amount(found.rate.bytes_per_unit)} per {found.rate.unit}" if found.rate.bytes_per_unit >= 1 else ""
    said, holder = (clean(text, lines=False) for text in (f"{found.name} {_place(found)} {size}", found.holder or ""))
    return Text.assemble((clean(found.rule, lines=False), "bold cyan"), " ", said, "  ", (holder, "dim"))


def _place(found: Finding) -> str:
    place = found.location
    return f"{PurePath(place.file).name}:{place.line}" if place else ""
