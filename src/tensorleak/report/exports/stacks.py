"""What was made and what is still there, by the stack that made it: the rows of all stack-shaped exports."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from tensorleak_engine.model.diagnosis import Finding
from tensorleak_engine.records import MAX_ROWS, BirthRow, Container, OpsRow, TraceRow

from tensorleak.recording.reader import Recording
from tensorleak.safe import name

MOST = 2**53 - 1  # exact in every reader, and thousands of them still fit into 64 bits
Key = TypeVar("Key", bound=Hashable)
Row = TypeVar("Row")
Frame = tuple[str, int, str]  # file, line, function; a frame without a file is a word of ours


@dataclass(frozen=True)
class Stack:
    """Things of one kind that one stack made, outermost frame first; bytes are 0 where nobody can weigh them."""

    kind: str
    frames: tuple[Frame, ...]
    made: int
    made_bytes: int
    alive: int
    alive_bytes: int


def stacks(recording: Recording, findings: Iterable[Finding] = ()) -> list[Stack]:
    """Births, operations, traces and growing containers, as they were before the program's last locals went."""
    return [
        *_births(recording),
        *_operations(recording),
        *_traces(recording),
        *_containers(recording, {found.holder: found for found in findings if found.holder}),
    ]


def _births(recording: Recording) -> Iterator[Stack]:
    """What was made and how much of it lives; rows of one site that differ in their flag share the living."""
    counted = set()
    for row in _last_births(recording):
        kind, site, _, made, made_bytes, alive, alive_bytes = name(row[0]), *row[1:]
        living = (kind, site) not in counted
        counted.add((kind, site))
        frames = _frames(recording, site, f"[{kind}]")
        yield Stack(
            kind, frames, _whole(made), _whole(made_bytes), _whole(alive * living), _whole(alive_bytes * living)
        )


def _operations(recording: Recording) -> Iterator[Stack]:
    """Operations built into graphs; where some graphs are gone, the living are shared out in proportion."""
    rows: dict[int, OpsRow] = _newest((row[0], row) for tally in recording.tallies for row in tally.ops)
    built = sum(row[3] for row in rows.values())
    readings = [sample.g["graph.ops"] for sample in recording.samples if "graph.ops" in sample.g]
    living = max(readings[-2:], default=0)  # the last one may tell of a program that has ended
    share = max(0.0, min(1.0, living / built)) if built > 0 else 0.0
    for site, _, _, count, nbytes, _, _, _ in rows.values():
        frames = _frames(recording, site, "[operation]")
        yield Stack("operation", frames, _whole(count), _whole(nbytes), _whole(count * share), _whole(nbytes * share))


def _traces(recording: Recording) -> Iterator[Stack]:
    """Traces, by who caused them; their bytes are what native memory gained while tracing."""
    rows: dict[tuple[str, str, int], TraceRow] = _newest(
        ((row.name, row.file, row.line), row) for tally in recording.tallies for row in tally.traces
    )
    for row in rows.values():
        called = sum(count for _, count in row.sites)
        for site, count in row.sites:
            leaf = (name(row.file), _whole(row.line), f"{name(row.name)} [trace]")
            nbytes = _whole(row.bytes * count / called) if called > 0 else 0
            yield Stack("trace", (*_frames(recording, site), leaf), _whole(count), nbytes, 0, 0)


def _containers(recording: Recording, known: dict[str | None, Finding]) -> Iterator[Stack]:
    """Containers that grew, by the path that holds them and, where a finding tells it, the line that adds to them."""
    censuses = [look for look in recording.looks if look.containers and not look.final]
    for container in censuses[-1].containers if censuses else ():
        nbytes = _whole(container.length * container.element_bytes)
        length = _whole(container.length)
        yield Stack("element", _path(container, known), length, nbytes, length, nbytes)


def _path(container: Container, known: dict[str | None, Finding]) -> tuple[Frame, ...]:
    leaf = ("", 0, f"[{name(container.element_type)}]")
    holder = container.holder
    if holder is None:
        return (("", 0, f"unnamed {name(container.type)}"), leaf)
    place = (name(holder.file), _whole(holder.line))
    path = tuple((*place, name(step)) for step in holder.path or [holder.words])
    found = known.get(holder.words)
    if found is None or found.location is None:
        return (*path, leaf)
    added = found.location
    return (*path, (name(added.file), _whole(added.line), name(added.function)), leaf)


def _last_births(recording: Recording) -> Iterable[BirthRow]:
    """The newest row of each, but with the living as they were before the program's end let go of them."""
    end = _end_of_work(recording)
    rows: dict[tuple[str, int, str | None], BirthRow] = {}
    for tally in recording.tallies:
        for row in tally.births:
            before = rows.get(row[:3])
            if before is None and len(rows) >= MAX_ROWS:
                continue
            fell = before is not None and tally.t >= end and row[5] < before[5]
            rows[row[:3]] = (*row[:5], *before[5:]) if before is not None and fell else row
    return rows.values()


def _newest(rows: Iterable[tuple[Key, Row]]) -> dict[Key, Row]:
    """The newest row under each key; rows beyond what a program can have are passed over."""
    newest: dict[Key, Row] = {}
    for key, row in rows:
        if key in newest or len(newest) < MAX_ROWS:
            newest[key] = row
    return newest


def _end_of_work(recording: Recording) -> float:
    """When the last work was seen of a program that has ended; what goes after that goes with the program."""
    if not any(sample.final for sample in recording.samples):
        return float("inf")
    busy = [sample.t for sample in recording.samples if sample.w and not sample.final]
    return max(busy, default=recording.seconds)


def _frames(recording: Recording, site: int, *leaf: str) -> tuple[Frame, ...]:
    """A site's frames outermost first, with a word for what was made there."""
    known = recording.sites.get(site)
    frames = [(name(file), _whole(line), name(function)) for file, line, function in (known.frames if known else [])]
    outer = reversed(frames) if frames else [("", 0, "made outside the program's own files")]
    return (*outer, *(("", 0, name(word)) for word in leaf))


def _whole(value: float) -> int:
    """A count that every format can hold; a forged recording may say anything."""
    return int(max(0, min(value, MOST)))
