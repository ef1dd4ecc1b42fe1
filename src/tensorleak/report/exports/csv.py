"""CSV (RFC 4180): one row per sample, with all gauges and work counters as they stood then."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from tensorleak.recording.reader import Recording
from tensorleak.report.subject import Subject
from tensorleak.safe import name

OWN = ("pid", "program", "time", "seconds", "final")
FORMULA = ("=", "+", "-", "@")  # what spreadsheets would compute

Cell = str | int | float


def render(subject: Subject) -> str:
    """The subject as a table; a gauge without a reading yet is empty, `time` is Unix time."""
    samples = [sample for recording in subject.recordings for sample in recording.samples]
    work = list(dict.fromkeys(key for sample in samples for key in sample.w))
    gauges = list(dict.fromkeys(key for sample in samples for key in sample.g))
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([*OWN, *(plain(f"work.{key}") for key in work), *(plain(key) for key in gauges)])
    for recording in subject.recordings:
        writer.writerows(_rows(recording, work, gauges))
    return out.getvalue()


def _rows(recording: Recording, work: list[str], gauges: list[str]) -> Iterator[list[Cell]]:
    header = recording.header
    counts: dict[str, int] = {}
    readings: dict[str, int | float] = {}
    for sample in recording.samples:
        counts.update(sample.w)
        readings.update(sample.g)
        own: list[Cell] = [header.pid, plain(header.program), f"{header.time + sample.t:.4f}", sample.t]
        yield [
            *own,
            int(sample.final),
            *(counts.get(key, "") for key in work),
            *(readings.get(key, "") for key in gauges),
        ]


def plain(text: str) -> str:
    """Text that no spreadsheet takes for a formula."""
    text = name(text)
    return f"'{text}" if text.lstrip().startswith(FORMULA) else text
