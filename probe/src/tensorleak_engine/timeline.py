"""Pass 1: turns samples, tallies and looks into series over work."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Hashable, Iterable, List, Sequence, Tuple, TypeVar

from tensorleak_engine import tolerances
from tensorleak_engine.model.units import EXECUTING, FALLBACKS, UNITS
from tensorleak_engine.recording import Recording
from tensorleak_engine.records import MAX_ROWS, BirthRow, CompiledRow, OpsRow, TraceRow

Point = Tuple[float, float]
Series = List[Point]
SPREAD = "tensors"  # the unit whose count is read now and then
Key = TypeVar("Key", bound=Hashable)
Row = TypeVar("Row")


@dataclass
class Timeline:
    """Gauges and work as functions of time, with everything else placed on the same axis."""

    times: list[float] = field(default_factory=list)
    work: dict[str, list[float]] = field(default_factory=dict)
    gauges: dict[str, list[float]] = field(default_factory=dict)
    births: dict[tuple[str, int, str | None], list[tuple[float, BirthRow]]] = field(default_factory=dict)
    traces: dict[tuple[str, str, int], list[tuple[float, TraceRow]]] = field(default_factory=dict)
    ops: dict[int, list[tuple[float, OpsRow]]] = field(default_factory=dict)
    compiled: dict[tuple[str, str, int], list[tuple[float, CompiledRow]]] = field(default_factory=dict)

    def work_at(self, unit: str, time: float) -> float:
        """The count of `unit` at `time`."""
        if unit == "seconds":
            return time
        counts = self.work.get(unit)
        if not counts or not self.times:
            return 0.0
        return counts[max(0, min(len(counts) - 1, bisect_right(self.times, time) - 1))]

    def series(self, gauge: str, unit: str) -> Series:
        """(work, value) for one gauge; samples before its first reading are left out."""
        values = self.gauges.get(gauge, [])
        if not values:
            return []
        skip = len(self.times) - len(values)
        if unit in FALLBACKS:
            skip, values = self._after_tracing(skip, values)
        counts = self.times if unit == "seconds" else self.work.get(unit, [])
        return list(zip(counts[skip:], values))

    def _after_tracing(self, skip: int, values: list[float]) -> tuple[int, list[float]]:
        """Leaves out a first call that is still being traced: it makes tensors, variables and objects, once."""
        traces = self.gauges.get("function.traces", [])
        rises = [index for index in range(1, len(traces)) if traces[index] > traces[index - 1]]
        if not rises:
            return skip, values
        start = max(skip, len(self.times) - len(traces) + rises[-1])
        return start, values[start - skip :]

    def own_collections(self, gauge: str, ours: Sequence[float]) -> Iterable[Point]:
        """(before, after) of a gauge around each full collection of the program's own; `ours` are the times of the others.

        The counter of collections is read now and then, so that a gauge may have fallen a sample before it tells.
        """
        values, runs = self.gauges.get(gauge, []), self.gauges.get("python.collections", [])
        count = min(len(values), len(runs))
        times, values, runs = self.times[-count:], values[-count:], runs[-count:]
        for index in range(2, count):
            if runs[index] > runs[index - 1] and not any(times[index - 2] < time <= times[index] for time in ours):
                yield max(values[index - 2 : index]), min(values[index - 1 : index + 1])

    def highest(self, gauge: str, since: float, until: float) -> float:
        """The highest value of a gauge between two times; 0.0 when it was not read."""
        values = self.gauges.get(gauge, [])
        skip = len(self.times) - len(values)
        begin, end = (max(0, bisect_right(self.times, time) - skip) for time in (since, until))
        return max(values[begin:end], default=0.0)

    def over(self, unit: str, points: Iterable[tuple[float, float]]) -> Series:
        """Moves (time, value) points onto the axis of `unit`."""
        return [(self.work_at(unit, time), value) for time, value in points]


def build(recording: Recording) -> Timeline:
    """The timeline of one recording."""
    timeline = Timeline()
    gauges: dict[str, float] = {}
    work: dict[str, float] = {}
    for sample in recording.samples:
        if sample.final and len(recording.samples) > 3:
            continue  # the program has ended: its locals are gone
        gauges.update((name, float(value)) for name, value in sample.g.items())
        work.update((name, float(value)) for name, value in sample.w.items())
        work["tensors"] = gauges.get("tensor.created", 0.0)
        timeline.times.append(sample.t)
        for name, value in gauges.items():
            timeline.gauges.setdefault(name, []).append(value)  # the same object as long as it does not change
        for name in UNITS:
            if name in work:
                if name not in timeline.work:
                    timeline.work[name] = [0.0] * (len(timeline.times) - 1)
                timeline.work[name].append(work[name])
    for tally in recording.tallies:
        for birth in tally.births:
            _place(timeline.births, (birth[0], birth[1], birth[2]), tally.t, birth)
        for trace in tally.traces:
            _place(timeline.traces, (trace.name, trace.file, trace.line), tally.t, trace)
        for ops in tally.ops:
            _place(timeline.ops, ops[0], tally.t, ops)
        for compiled in tally.compiled:
            _place(timeline.compiled, (compiled[0], compiled[1], compiled[2]), tally.t, compiled)
    _add_birth_counts(timeline)
    _spread(timeline, SPREAD)
    return timeline


def _place(table: dict[Key, list[tuple[float, Row]]], key: Key, time: float, row: Row) -> None:
    """Adds a row to its history; rows beyond what a program can have are passed over."""
    if key in table:
        table[key].append((time, row))
    elif len(table) < MAX_ROWS:
        table[key] = [(time, row)]


def _add_birth_counts(timeline: Timeline) -> None:
    """Births of sizeable things as a unit of its own, for loops that do nothing but make them."""
    heavy = ("session", "model", "graph", "dataset", "variable", "thread", "function")
    events = [(time, key, row[3]) for key, rows in timeline.births.items() if key[0] in heavy for time, row in rows]
    events.sort(key=lambda event: event[0])
    if not events:
        return
    latest: dict[tuple[str, int, str | None], int] = {}
    column, index, total = [], 0, 0.0
    for time in timeline.times:
        while index < len(events) and events[index][0] <= time + 0.02:
            _, key, made = events[index]
            total += made - latest.get(key, 0)
            latest[key] = made
            index += 1
        column.append(total)
    timeline.work["births"] = column


def _spread(timeline: Timeline, unit: str) -> None:
    """Spreads a count that is read now and then evenly over the time between its readings.

    How many tensors were made is told by a young one, and most samples meet none: the count stands still there, the work does not.
    """
    counts, times = timeline.work.get(unit, []), timeline.times
    read = [index for index in range(len(counts)) if not index or counts[index] > counts[index - 1]]
    for before, after in zip(read, read[1:]):
        passed = times[after] - times[before]
        for index in range(before + 1, after):
            share = (times[index] - times[before]) / passed if passed > 0 else 0.0
            counts[index] = counts[before] + share * (counts[after] - counts[before])


def choose_units(timeline: Timeline) -> list[str]:
    """The units worth judging against, the main one first: busy to the end and often enough."""
    if not timeline.times:
        return ["seconds"]
    busy: dict[str, int] = {}
    for name in UNITS:
        counts = timeline.work.get(name)
        if counts and counts[-1] - counts[0] >= tolerances.COUNTED_UNITS:
            busy[name] = sum(1 for a, b in zip(counts, counts[1:]) if b > a)
    if not busy:
        return ["seconds"]
    most = max(busy.values())
    brackets = [name for name in busy if name not in FALLBACKS]
    main = [name for name in brackets if busy[name] >= tolerances.BUSY_SHARE * most]
    first = main[:1]
    # Beside rounds that execute something, calls that may only build a graph prove no growth.
    telling = [name for name in brackets if name in EXECUTING or not set(first) & set(EXECUTING)]
    rest = [name for name in telling if name not in first and _lasts(timeline, name)]
    return first + rest or [name for name in busy if name in FALLBACKS and _lasts(timeline, name)] or ["seconds"]


def _lasts(timeline: Timeline, name: str) -> bool:
    """Whether a counter still advanced in the last third of the observed time."""
    counts = timeline.work[name]
    late = timeline.times[0] + (timeline.times[-1] - timeline.times[0]) * 2 / 3
    return counts[-1] > timeline.work_at(name, late)
