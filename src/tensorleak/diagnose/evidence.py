"""Pass 3: gathers the owners of growth from counters, births, traces and close looks."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable

from tensorleak.diagnose.case import Case
from tensorleak.diagnose.growth import Growth, Trend
from tensorleak.diagnose.spread import Stretch
from tensorleak.model.diagnosis import Verdict
from tensorleak.model.owner import Owner, location_of
from tensorleak.recording.records import Container, Look, OpsRow, Site, TraceRow

GATHERERS: list[Callable[[Case], Iterable[Owner]]] = []
MAIN_SHARE = 0.2
COLLECTED_KINDS = {
    "model": "keras.models",
    "function": "function.live",
    "variable": "variable.count",
    "dataset": "data.datasets",
    "iterator": "data.iterators",
}
BIRTH_GAUGES = {
    "session": "session.open",
    "variable": "variable.count",
    "model": "keras.models",
    "function": "function.live",
    "dataset": "data.datasets",
    "iterator": "data.iterators",
    "thread": "thread.python",
    "py_function": "registry.py_functions",
    "tape": "tape.live",
}


def gatherer(function: Callable[[Case], Iterable[Owner]]) -> Callable[[Case], Iterable[Owner]]:
    """Adds a function to the list of those that look for owners."""
    GATHERERS.append(function)
    return function


def gather(case: Case) -> list[Owner]:
    """All owners that the recording shows."""
    return [owner for function in GATHERERS for owner in function(case)]


def verdict_of(growth: Growth) -> Verdict | None:
    """The verdict of a judged series; None when it says nothing worth telling."""
    return {Trend.GROWING: Verdict.LEAK, Trend.BOUNDED: Verdict.BOUNDED, Trend.UNCLEAR: Verdict.GROWING}.get(
        growth.trend
    )


@gatherer
def graph_owners(case: Case) -> Iterable[Owner]:
    """Graphs that gain operations, by the line that builds them."""
    growth = case.growth("graph.ops")
    if not growth.growing:
        return
    dropped = case.growth("graph.count").growing and case.survives_collection("graph.count") is False
    verdict = Verdict.DEFERRED if dropped else Verdict.LEAK
    rows = []
    for site, points in case.timeline.ops.items():
        late = late_growth(case, [(time, row[3]) for time, row in points])
        if late > 0:
            rows.append((late, case.site(site), points[-1][1]))
    total = sum(late for late, _, _ in rows)
    kept_graphs = case.growth("graph.count").growing
    for function_rows in _by_function(rows):
        late = sum(row[0] for row in function_rows)
        if late < MAIN_SHARE * total:
            continue
        best = max(function_rows, key=lambda row: (row[2][4], row[0]))
        share = late / total
        types: dict[str, int] = {}
        for row in function_rows:
            for name, count in row[2][5].items():
                types[name] = types.get(name, 0) + count
        constants = sum(row[2][4] * row[0] / max(1.0, row[2][3]) for row in function_rows)
        yield Owner(
            "graph",
            growth.per_unit * share,
            stretches=growth.share(share),
            site=best[1],
            location=location_of(best[1]),
            verdict=verdict,
            types=types,
            flags=frozenset(best[1].flags if best[1] else ()) | ({"new graphs"} if kept_graphs else set()),
            constant_bytes=constants / max(1.0, _judged_units(case)),
            varied=sum(row[2][6] for row in function_rows) > sum(row[2][7] for row in function_rows),
            also=[place for place in (location_of(row[1]) for row in function_rows) if place is not None],
            evidence=[
                f"graph operations rose from {growth.start:.0f} to {growth.end:.0f} over {growth.units:.0f} units of work",
                "newest operations: "
                + ", ".join(
                    f"{count} × {name}" for name, count in sorted(types.items(), key=lambda item: -item[1])[:5]
                ),
            ],
        )


BuiltRow = tuple[float, Site | None, OpsRow]


def _by_function(rows: list[BuiltRow]) -> list[list[BuiltRow]]:
    """Groups the lines of one function: three operations built in one function are one cause."""
    groups: dict[tuple[str, str], list[BuiltRow]] = {}
    for row in rows:
        place = location_of(row[1])
        groups.setdefault((place.file, place.function) if place else ("", ""), []).append(row)
    return list(groups.values())


def _judged_units(case: Case) -> float:
    return case.growth("graph.ops").units


def late_growth(case: Case, points: list[tuple[float, float]]) -> float:
    """Growth of a cumulative table row after warm-up, 0 when it stopped before the last third."""
    series = case.timeline.over(case.unit, points)
    if not series or not case.timeline.times:
        return 0.0
    first = case.timeline.work_at(case.unit, case.timeline.times[0])
    tallies = [tally.t for tally in case.recording.tallies if tally.t <= case.timeline.times[-1]]
    last = case.timeline.work_at(case.unit, tallies[-1] if tallies else case.timeline.times[-1])
    begin, late = first + 0.2 * (last - first), first + 0.66 * (last - first)
    at = [
        0.0 if series[0][0] > edge else max(value for work, value in series if work <= edge) for edge in (begin, late)
    ]
    top = max(value for _, value in series)
    return top - at[0] if top > at[1] else 0.0


@gatherer
def birth_owners(case: Case) -> Iterable[Owner]:
    """Sessions, variables, models, functions, datasets, iterators, threads: more alive after every round."""
    for kind, gauge in BIRTH_GAUGES.items():
        growth = case.growth(gauge, noise=2.5)
        verdict = verdict_of(growth)
        if verdict is not Verdict.LEAK:
            continue
        if case.survives_collection(gauge) is False:
            verdict = Verdict.DEFERRED
        yield from _birth_sites(case, kind, gauge, growth, verdict)


def _birth_sites(case: Case, kind: str, gauge: str, growth: Growth, verdict: Verdict) -> Iterable[Owner]:
    rows = []
    for (row_kind, number, flag), points in case.timeline.births.items():
        if row_kind == kind:
            late = late_growth(case, [(time, row[3]) for time, row in points])
            if late > 0:
                rows.append((late, number, flag, points[-1][1]))
    total = sum(row[0] for row in rows)
    for late, number, flag, row in rows:
        if late < MAIN_SHARE * total:
            continue
        site = case.site(number)
        share = late / total
        flags = frozenset(site.flags if site else ()) | ({flag} if flag else set())
        size = row[4] / max(1, row[3])
        yield Owner(
            kind,
            growth.per_unit * share,
            stretches=growth.share(share),
            nbytes=growth.per_unit * share * size if kind == "variable" and size > 4096 else None,
            site=site,
            location=location_of(site),
            verdict=verdict,
            flags=flags,
            name=flag or "",
            size=size,
            library=site is None or not site.frames,
            evidence=[
                f"{gauge} rose from {growth.start:.0f} to {growth.end:.0f} over {growth.units:.0f} units of work"
            ],
        )


def made_in_rounds(case: Case, kind: str) -> tuple[float, Site | None] | None:
    """How many things of a kind were made after warm-up, and the site that made most; None when hardly any."""
    rows = []
    for (row_kind, number, _), points in case.timeline.births.items():
        late = late_growth(case, [(time, row[3]) for time, row in points]) if row_kind == kind else 0.0
        if late > 0:
            rows.append((late, number))
    total = sum(late for late, _ in rows)
    return (total, case.site(max(rows)[1])) if total >= 8 else None


@gatherer
def trace_owners(case: Case) -> Iterable[Owner]:
    """Functions that are traced again and again, with the reason."""
    growth = case.growth("function.traces")
    if not growth.growing:
        return
    rows = []
    for points in case.timeline.traces.values():
        late = late_growth(case, [(time, row.traces) for time, row in points])
        if late > 0:
            rows.append((late, points[-1][1]))
    total = sum(late for late, _ in rows)
    for late, row in rows:
        if late < MAIN_SHARE * total:
            continue
        reason, argument, change, count = _main_reason(row)
        number = max(row.sites, key=lambda pair: pair[1])[0] if row.sites else -1
        site = case.site(number)
        share = late / total
        yield Owner(
            "trace",
            growth.per_unit * share,
            stretches=growth.share(share),
            nbytes=growth.per_unit * share * row.bytes / max(1, row.traces) if row.bytes else None,
            site=site,
            location=location_of(site),
            flags=frozenset(site.flags if site else ()),
            reason=reason,
            argument=argument,
            change=change,
            name=row.name,
            library=row.library,
            size=row.bytes / max(1, row.traces),
            evidence=[
                f"{row.name}() was traced {row.traces} times; {count} times because {reason_words(reason, argument, change)}"
            ],
        )


def _main_reason(row: TraceRow) -> tuple[str, str, str, int]:
    """The commonest reason of a function's traces: kind, argument, change in words, how often."""
    totals: dict[tuple[str, str], int] = {}
    change: dict[tuple[str, str], str] = {}
    for kind, argument, before, after, count in row.reasons:
        if kind == "first":
            continue
        totals[kind, argument] = totals.get((kind, argument), 0) + count
        change.setdefault((kind, argument), f"{before} → {after}" if before and after else after)
    if not totals:
        return "first", "", "", row.traces
    best = max(totals, key=lambda key: totals[key])
    return best[0], best[1], change[best], totals[best]


def reason_words(reason: str, argument: str, change: str) -> str:
    """The reason of a retrace as half a sentence."""
    name = f"argument '{argument}'" if argument else "an argument"
    return {
        "value": f"{name} was a new Python {change or 'value'}",
        "shape": f"{name} had a new shape ({change})" if change else f"{name} had a new shape",
        "dtype": f"{name} had a new dtype ({change})",
        "object": f"{name} was a new object ({change})" if change else f"{name} was a new object",
        "structure": f"{name} had a new structure",
        "new-function": "a new tf.function object was made around the same code",
        "same": "it was called from another graph",
    }.get(reason, reason)


@gatherer
def compiled_owners(case: Case) -> Iterable[Owner]:
    """Shapes that XLA compiles anew."""
    growth = case.growth("function.compiled_shapes")
    if not growth.growing:
        return
    for points in case.timeline.compiled.values():
        if not points[-1][1][1]:
            continue
        late = late_growth(case, [(time, float(row[3])) for time, row in points])
        row = points[-1][1]
        if late > 0:
            site = case.site(row[4])
            yield Owner(
                "compiled",
                growth.per_unit,
                stretches=growth.stretches,
                site=site,
                location=location_of(site),
                name=row[0],
                flags=frozenset(site.flags if site else ()),
                evidence=[f"{row[0]}() was compiled for {row[3]} different shapes"],
            )


@gatherer
def shape_owners(case: Case) -> Iterable[Owner]:
    """Calls with ever new shapes: innocent by themselves, an explanation when native memory grows with them."""
    growth = case.growth("work.shapes")
    if not growth.growing:
        return
    for points in case.timeline.compiled.values():
        row = points[-1][1]
        if not row[1] and late_growth(case, [(time, float(row[3])) for time, row in points]) > 0:
            site = case.site(row[4])
            yield Owner(
                "shapes",
                growth.per_unit,
                stretches=growth.stretches,
                site=site,
                location=location_of(site),
                flags=frozenset(site.flags if site else ()),
                evidence=[f"{row[3]} different input shapes were seen"],
            )


@gatherer
def container_owners(case: Case) -> Iterable[Owner]:
    """Containers that grew in every interval between close looks."""
    looks = case.censuses()
    full = [look for look in looks if not look.quiet]
    seen: dict[str, Owner] = {}
    holders = {row.id: row.holder for look in full for row in look.containers if row.holder is not None}
    for look in full:
        for row in look.containers:
            row.holder = row.holder or holders.get(row.id)  # named by an earlier look, gone from its name at exit
            if row.holder is None or not row.holder.user or row.holder.framework:
                continue
            key = row.holder.words
            owner = _container_owner(case, row, look, full, looks)
            if owner is not None and (
                key not in seen or (owner.nbytes or 0) >= (seen[key].nbytes or 0) or owner.verdict is not Verdict.LEAK
            ):
                seen[key] = owner
    yield from seen.values()


def _container_owner(case: Case, row: Container, look: Look, full: list[Look], looks: list[Look]) -> Owner | None:
    """One container at its last appearance; None where a later look tells more."""
    later = [other for other in full if other.t > look.t]
    if any(match.id == row.id for other in later for match in other.containers):
        return None
    index = full.index(look)
    start = full[max(0, index - row.rises)]
    unit = case.unit
    work = case.timeline.work_at(unit, look.t) - case.timeline.work_at(unit, start.t)
    if work <= 0 or row.holder is None:
        return None
    rate = row.growth / work
    end = case.timeline.work_at(unit, case.timeline.times[-1])
    missed = end - case.timeline.work_at(unit, look.t)
    running_after = [other for other in looks if other.t > look.t and not other.final]
    previous = [match.length for other in full[:index] for match in other.containers if match.id == row.id]
    stopped = (
        bool(previous and previous[-1] >= row.length)
        or bool(running_after)
        or (not look.final and _quiet_since(case, look.t, rate * missed, rate * missed * row.element_bytes))
    )
    bounded = row.bound is not None or row.holder.bound is not None
    if row.distinct * 4 < row.sampled:
        return None  # the same few objects again and again cost pointers only
    return Owner(
        "container",
        rate,
        stretches=_between_looks(case, row, full[: index + 1]),
        nbytes=rate * row.element_bytes,
        holder=row.holder,
        contents=row.contents,
        container=row.type,
        verdict=Verdict.BOUNDED if stopped or bounded else Verdict.LEAK,
        name=row.holder.name,
        size=row.element_bytes,
        flags=frozenset({"callback"} if row.holder.callback else ()),
        evidence=[
            f"{row.holder.words} grew to {row.length} elements, {row.growth} of them between close looks",
            f"its newest elements are {row.element_type}, about {row.element_bytes:,} bytes each",
        ],
    )


def _between_looks(case: Case, row: Container, looks: list[Look]) -> tuple[Stretch, ...]:
    """What a container gained from look to look."""
    points = [
        (case.timeline.work_at(case.unit, look.t), match.length)
        for look in looks
        for match in look.containers
        if match.id == row.id
    ]
    return tuple((b[0] - a[0], float(b[1] - a[1])) for a, b in itertools.pairwise(points))


def _quiet_since(case: Case, time: float, elements: float, nbytes: float) -> bool:
    """Whether nothing grew after the last look, neither Python's heap nor memory, although so much more was due."""
    return (
        elements >= 200
        and _flat_since(case, "python.blocks", time, elements)
        and _flat_since(case, "process.rss", time, nbytes)
    )


def _flat_since(case: Case, gauge: str, time: float, expected: float) -> bool:
    values = case.timeline.gauges.get(gauge, [])
    times = case.timeline.times[-len(values) :] if values else []
    after = [value for at, value in zip(times, values, strict=True) if at >= time]
    return len(after) >= 2 and max(after) - after[0] < 0.3 * expected


@gatherer
def tensor_owners(case: Case) -> Iterable[Owner]:
    """Live tensors that multiply although no container of the program's holds them: a recording tape, or an unknown holder."""
    looks = [look for look in case.censuses() if not look.quiet and not look.final]
    if len(looks) < 3 or not case.timeline.times:
        return
    points = [(case.timeline.work_at(case.unit, look.t), look) for look in looks[-4:]]
    steps = [
        (b[0] - a[0], b[1].tensors - a[1].tensors, b[1].tensor_bytes - a[1].tensor_bytes)
        for a, b in itertools.pairwise(points)
    ]
    if not all(units > 0 and grown >= 4 for units, grown, _ in steps):
        return
    units = sum(step[0] for step in steps)
    grown, nbytes = sum(step[1] for step in steps), sum(step[2] for step in steps)
    tape = _open_tape(case)
    used = case.growth("process.rss", noise=8e6)
    if tape is None and not (used.growing and nbytes / units > 0.5 * used.per_unit):
        return
    yield Owner(
        "tape" if tape else "tensor",
        grown / units,
        stretches=tuple((step[0], float(step[1])) for step in steps),
        nbytes=max(0.0, nbytes / units),
        site=tape,
        location=location_of(tape),
        flags=frozenset({"recording"} if tape else ()),
        evidence=[f"live tensors rose from {points[0][1].tensors} to {points[-1][1].tensors} between close looks"],
    )


def _open_tape(case: Case) -> Site | None:
    """The site of a tape that stays open while tensors multiply: born early, still alive, not born anew."""
    candidates = []
    for (kind, number, _), points in case.timeline.births.items():
        row = points[-1][1]
        if kind == "tape" and max(point[1][5] for point in points) > 0 and row[3] <= 3:
            candidates.append(case.site(number))
    return candidates[0] if candidates else None


@gatherer
def buffer_owners(case: Case) -> Iterable[Owner]:
    """Shuffle buffers whose final size would not fit into memory."""
    limit = case.recording.header.memory_limit
    for tally in case.recording.tallies[-1:] if not case.recording.tallies else case.recording.tallies:
        for number, kind, size, element in tally.buffers:
            if element and limit and size * element > 0.9 * limit:
                site = case.site(number)
                yield Owner(
                    "buffer",
                    0.0,
                    nbytes=float(size * element),
                    site=site,
                    location=location_of(site),
                    name=kind,
                    size=float(size),
                    evidence=[
                        f"{kind}({size:,}) of {element:,}-byte elements needs {size * element / 1e9:.1f} GB when full; the limit is {limit / 1e9:.1f} GB"
                    ],
                )
