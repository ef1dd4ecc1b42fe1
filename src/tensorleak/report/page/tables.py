"""Text twins of the pictures: the same figures as tables."""

from __future__ import annotations

from dataclasses import dataclass

from tensorleak.model.parts import Mark, Parts, Track

ROWS = 32
MEANINGS = {
    "variables": "values of tf.Variable objects that are alive",
    "tensors": "eager tensors that are alive; counted by close looks, on a straight line between them",
    "constants": "values of constants in graphs, as far as their operations are still there",
    "heap": "what else malloc has given out: graphs, traces, sessions, arrays, buffers",
    "python": "Python's own heap of small objects: its blocks at 96 bytes each",
    "free": "released by the program, not given back to the system",
    "rest": "the code of TensorFlow and other libraries, stacks, files in memory, and what no gauge knows",
}


@dataclass(frozen=True)
class MemoryRow:
    """Resident memory and its parts at one moment."""

    work: float
    seconds: float
    resident: int
    parts: tuple[int, ...]


@dataclass(frozen=True)
class CounterRow:
    """One counter over the whole run."""

    track: Track
    first: float
    lowest: float
    highest: float
    last: float


@dataclass(frozen=True)
class MarkRow:
    """All marks of one kind."""

    kind: str
    count: int
    first: float
    last: float
    took: float


def memory_rows(parts: Parts) -> list[MemoryRow]:
    """Moments spread evenly over the points of the picture, the first and the last among them."""
    total = len(parts.seconds)
    chosen = sorted({round(i * (total - 1) / (ROWS - 1)) for i in range(ROWS)}) if total else []
    return [
        MemoryRow(parts.work[i], parts.seconds[i], parts.resident[i], tuple(layer.bytes[i] for layer in parts.layers))
        for i in chosen
    ]


def counter_rows(parts: Parts) -> list[CounterRow]:
    """Every counter, those that rose most first."""
    rows = [
        CounterRow(track, track.values[0], min(track.values), max(track.values), track.values[-1])
        for track in parts.counters
        if track.values
    ]
    return sorted(rows, key=lambda row: -(row.last - row.first) / max(1.0, abs(row.first)))


def mark_rows(marks: tuple[Mark, ...]) -> list[MarkRow]:
    """Marks added up by kind."""
    kinds: dict[str, list[Mark]] = {}
    for mark in marks:
        kinds.setdefault(mark.kind, []).append(mark)
    return [
        MarkRow(
            kind,
            sum(mark.count for mark in group),
            group[0].seconds,
            group[-1].seconds,
            sum(mark.took for mark in group),
        )
        for kind, group in kinds.items()
    ]
