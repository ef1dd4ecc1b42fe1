"""The report on one run: what the template is given, and the sections that a served page renews."""

from __future__ import annotations

from typing import Any

from tensorleak_engine.model.units import UNITS
from tensorleak_engine.wording import device_lines

from tensorleak.report.page.document import document, section
from tensorleak.report.page.findings import diff_lines, findings
from tensorleak.report.page.island import figures, island, run_data
from tensorleak.report.page.ledger import WIDTH, bars
from tensorleak.report.page.tables import MEANINGS, counter_rows, mark_rows, memory_rows
from tensorleak.report.subject import Subject

TEMPLATE = "report.html.j2"
SECTIONS = ("verdict", "findings", "ledger", "twins", "ruled", "about", "reproduce")


def render(subject: Subject, live: str = "", stamp: str = "") -> str:
    """The page; a served one asks `live`, an address, for what is newer than `stamp`."""
    shown = context(subject) | {"live": live, "stamp": stamp}
    return document(TEMPLATE, **shown, island=island(page_data(subject)))


def news(subject: Subject) -> dict[str, Any]:
    """What a page that is already open needs to be up to date: its sections and the figures of its pictures."""
    shown = context(subject) | {"live": ""}
    return {
        "sections": {name: section(TEMPLATE, name, **shown) for name in SECTIONS},
        "data": page_data(subject),
    }


def page_data(subject: Subject) -> dict[str, Any]:
    """The figures of the pictures."""
    return figures("report", [run_data(subject.parts)])


def context(subject: Subject) -> dict[str, Any]:
    """What the template may speak of."""
    diagnosis, header, parts = subject.diagnosis, subject.recording.header, subject.parts
    return {
        "title": f"{diagnosis.verdict}: {diagnosis.program.rsplit('/', 1)[-1]}",
        "diagnosis": diagnosis,
        "growth": diagnosis.growth,
        "header": header,
        "ended": subject.recording.end is not None,
        "broken": sum(recording.broken for recording in subject.recordings),
        "findings": findings(subject),
        "diff_lines": diff_lines,
        "with_source": subject.with_source,
        "bars": bars(diagnosis),
        "bar_width": WIDTH,
        "devices": device_lines(diagnosis),
        "parts": parts,
        "memory_rows": memory_rows(parts),
        "counter_rows": counter_rows(parts),
        "births": mark_rows(parts.births),
        "looks": mark_rows((*parts.looks, *parts.collections)),
        "meanings": MEANINGS,
        "units": UNITS,
    }
