"""Resident memory by part, counters and marks over time and over work: what pictures of a run are drawn from."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise

from tensorleak_engine import timeline as timelines
from tensorleak_engine.model.units import UNITS
from tensorleak_engine.records import Look
from tensorleak_engine.timeline import Timeline
from tensorleak_probe import gauge_catalogue

from tensorleak.chart.thinning import kept
from tensorleak.model.parts import Layer, Mark, Parts, Track
from tensorleak.recording.reader import Recording

MAX_POINTS = 600
MAX_MARKS = 120
MAX_KINDS = 16
MOST = 2**53
# Mean size of a block of Python's small-object heap: 95.7 bytes on Python 3.11, 96.0 on 3.7, TensorFlow imported.
BLOCK_BYTES = 96

# Exact counters first; the allocator's blocks move without any leak.
CHARTS = sorted(gauge_catalogue.told_in(gauge_catalogue.PAGE), key=lambda gauge: gauge.counts == gauge_catalogue.LEVEL)


def parts(recording: Recording) -> Parts:
    """The parts of one recording, at no more than MAX_POINTS moments."""
    line = timelines.build(recording)
    unit = timelines.choose_units(line)[0]
    resident, times, work = _resident(line, unit)
    chosen = kept(times, resident, MAX_POINTS) if resident else []
    layers = _layers(_columns(recording, line, times), resident, chosen)
    return Parts(
        unit=UNITS[unit],
        seconds=tuple(times[i] for i in chosen),
        work=tuple(work[i] for i in chosen),
        resident=tuple(resident[i] for i in chosen),
        layers=layers,
        counters=(*_counters(line, unit), *_devices(line, unit), *_tensors(recording, line, unit)),
        births=_births(line, unit),
        collections=_collections(line, unit),
        looks=_looks(recording, line, unit),
    )


def _resident(line: Timeline, unit: str) -> tuple[list[int], list[float], list[float]]:
    """Resident memory with its moments, from its first reading on."""
    values = [_whole(value) for value in line.gauges.get("process.rss", [])]
    skip = len(line.times) - len(values)
    return values, list(accumulate(line.times[skip:], max)), _counts(line, unit)[skip:]


def _whole(value: float) -> int:
    """A number of bytes or things; a forged recording may hold anything."""
    return int(max(0, min(value, MOST)))


def _counts(line: Timeline, unit: str) -> list[float]:
    return line.times if unit == "seconds" else line.work.get(unit, [0.0] * len(line.times))


def _columns(recording: Recording, line: Timeline, times: list[float]) -> dict[str, list[int]]:
    """What is known of memory at each moment, before it is fitted into resident memory."""
    devices = [_aligned(line, gauge, times) for gauge in _device_gauges(line)]
    placed = [sum(amounts) for amounts in zip(*devices, strict=True)] or [0] * len(times)
    tensors, variables = _census_bytes(recording, times), _aligned(line, "variable.bytes", times)
    named = {
        "tensors": _on_host(tensors, placed),
        "variables": _on_host(variables, _on_host(placed, tensors)),
        "constants": _living_constants(line, times),
        "python": [blocks * BLOCK_BYTES for blocks in _aligned(line, "python.blocks", times)],
        "heap": _aligned(line, "malloc.in_use", times),
        "free": _aligned(line, "malloc.free", times),
    }
    return {key: column for key, column in named.items() if any(column)}


def _on_host(column: list[int], placed: list[int]) -> list[int]:
    """What is left of a column when as much as can be is taken to lie elsewhere, on accelerators."""
    return [max(0, value - away) for value, away in zip(column, placed, strict=True)]


def _aligned(line: Timeline, gauge: str, times: list[float]) -> list[int]:
    """A gauge at the given last moments; nothing before its first reading."""
    values = [_whole(value) for value in line.gauges.get(gauge, [])][-len(times) :] if times else []
    return [0] * (len(times) - len(values)) + values


def _census_bytes(recording: Recording, times: list[float]) -> list[int]:
    """Bytes of live tensors: between two censuses on the straight line, after the last as it counted them."""
    looks = _censuses(recording)
    moments, counted = [look.t for look in looks], [look.tensor_bytes for look in looks]
    return [_between(moments, counted, time) for time in times]


def _between(moments: list[float], values: list[int], time: float) -> int:
    """The value at a time between readings; nothing before the first, the last after it."""
    after = bisect_right(moments, time)
    if after == 0 or after == len(moments):
        return values[-1] if after else 0
    (a, b), (low, high) = moments[after - 1 : after + 1], values[after - 1 : after + 1]
    return int(low + (high - low) * (time - a) / (b - a))


def _censuses(recording: Recording) -> list[Look]:
    """The censuses that counted tensors while the program ran."""
    return [look for look in recording.looks if look.kind == "census" and not look.quiet and not look.final]


def _living_constants(line: Timeline, times: list[float]) -> list[int]:
    """Bytes of constants in graphs; the gauge never falls, so what goes is told by the operations that go."""
    total, ops = _aligned(line, "graph.constant_bytes", times), _aligned(line, "graph.ops", times)
    held, column = 0.0, []
    for index, value in enumerate(total):
        before = ops[index - 1] if index else 0
        if before and ops[index] < before:
            held *= ops[index] / before
        held += max(0, value - (total[index - 1] if index else 0))
        column.append(int(held))
    return column


# How resident memory is filled, from the bottom: a part never takes more than its whole, or memory itself, has left.
LAYERS = (
    ("variables", "variables", False),
    ("tensors", "live tensors", True),
    ("constants", "graph constants", True),
    ("heap", "other native heap", False),
    ("python", "Python objects", True),
    ("free", "free, kept by malloc", False),
    ("rest", "libraries and other mappings", False),
)


def _layers(columns: dict[str, list[int]], resident: list[int], chosen: list[int]) -> tuple[Layer, ...]:
    rows = [_fitted({key: column[i] for key, column in columns.items()}, resident[i]) for i in chosen]
    return tuple(
        Layer(key, label, tuple(row[key] for row in rows), estimated)
        for key, label, estimated in LAYERS
        if any(row[key] for row in rows)
    )


def _fitted(known: dict[str, int], resident: int) -> dict[str, int]:
    """The parts of one moment, adding up to resident memory exactly."""
    fitted, left = {}, resident
    heap = min(known["heap"], resident) if "heap" in known else resident
    for key in ("variables", "tensors", "constants"):
        fitted[key] = min(known.get(key, 0), heap)
        heap -= fitted[key]
    fitted["heap"] = heap if "heap" in known else 0
    left -= sum(fitted.values())
    for key in ("python", "free"):
        fitted[key] = min(known.get(key, 0), left)
        left -= fitted[key]
    return fitted | {"rest": left}


def _counters(line: Timeline, unit: str) -> list[Track]:
    """The counters that were ever anything but zero."""
    return [
        _track(line, unit, gauge.name, gauge.label, line.gauges[gauge.name], gauge.unit)
        for gauge in CHARTS
        if any(line.gauges.get(gauge.name, ()))
    ]


def _devices(line: Timeline, unit: str) -> list[Track]:
    """Memory of accelerators, in bytes: it is no part of resident memory."""
    return [
        _track(line, unit, gauge, f"{gauge.split('.')[1]} memory in use", line.gauges[gauge], "bytes")
        for gauge in _device_gauges(line)
        if any(line.gauges[gauge])
    ]


def _device_gauges(line: Timeline) -> list[str]:
    named = [gauge for gauge in sorted(line.gauges) if gauge.startswith("device.") and gauge.endswith(".in_use")]
    return named[:MAX_KINDS]


def _tensors(recording: Recording, line: Timeline, unit: str) -> list[Track]:
    """Live tensors, counted by censuses only."""
    looks = _censuses(recording)
    if not any(look.tensors for look in looks):
        return []
    seconds = tuple(look.t for look in looks)
    work = tuple(line.work_at(unit, look.t) for look in looks)
    return [Track("tensor.count", "live tensors", seconds, work, tuple(float(look.tensors) for look in looks))]


def _track(line: Timeline, unit: str, gauge: str, label: str, values: Sequence[float], measure: str = "count") -> Track:
    skip = len(line.times) - len(values)
    times, counts = line.times[skip:], _counts(line, unit)[skip:]
    chosen = kept(times, values, MAX_POINTS // 2)
    return Track(
        gauge,
        label,
        tuple(times[i] for i in chosen),
        tuple(counts[i] for i in chosen),
        tuple(values[i] for i in chosen),
        measure,
    )


def _births(line: Timeline, unit: str) -> tuple[Mark, ...]:
    """What was made, by kind, gathered into at most MAX_MARKS marks of each kind."""
    made: dict[str, list[tuple[float, int]]] = {}
    for key, rows in line.births.items():
        before = 0
        for time, row in rows:
            made.setdefault(key[0], []).append((time, row[3] - before))
            before = row[3]
    common = sorted(made, key=lambda kind: -sum(count for _, count in made[kind]))[:MAX_KINDS]
    return tuple(
        Mark(kind, time, line.work_at(unit, time), count)
        for kind in common
        for time, count in _gathered(sorted(made[kind]))
    )


def _gathered(events: list[tuple[float, int]]) -> list[tuple[float, int]]:
    """Events of one kind with those of the same stretch of time added up."""
    if not events:
        return []
    width = (events[-1][0] - events[0][0]) / MAX_MARKS or 1.0
    slots: dict[int, tuple[float, int]] = {}
    for time, count in events:
        slot = min(MAX_MARKS - 1, int((time - events[0][0]) / width))
        slots[slot] = (time, slots.get(slot, (0.0, 0))[1] + count)
    return [event for event in slots.values() if event[1] > 0]


def _collections(line: Timeline, unit: str) -> tuple[Mark, ...]:
    """The full garbage collections that ran between samples."""
    values = line.gauges.get("python.collections", [])
    times = line.times[len(line.times) - len(values) :]
    rises = [(time, int(b - a)) for time, (a, b) in zip(times[1:], pairwise(values), strict=False) if b > a]
    return tuple(Mark("collection", time, line.work_at(unit, time), count) for time, count in _gathered(rises))


def _looks(recording: Recording, line: Timeline, unit: str) -> tuple[Mark, ...]:
    """The close looks; of very many, those that took longest."""
    looks = sorted(recording.looks, key=lambda look: -look.seconds)[:MAX_MARKS]
    return tuple(
        Mark(look.kind, look.t, line.work_at(unit, look.t), 1, look.seconds)
        for look in sorted(looks, key=lambda look: look.t)
    )
