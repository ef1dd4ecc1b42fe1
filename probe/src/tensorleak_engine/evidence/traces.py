"""Functions that are traced, or compiled, again and again."""

from __future__ import annotations

from typing import Iterable

from tensorleak_engine import tolerances
from tensorleak_engine.case import Case
from tensorleak_engine.evidence.late import late_growth
from tensorleak_engine.growth import Growth
from tensorleak_engine.model.facts import Fact, over
from tensorleak_engine.model.owner import Owner, location_of
from tensorleak_engine.model.units import UNITS
from tensorleak_engine.records import CompiledRow, TraceRow

PIPELINES = "/python/data/"  # where TensorFlow keeps the code of datasets


def trace_owners(case: Case) -> Iterable[Owner]:
    """Functions that are traced again and again, with the reason."""
    growth = case.growth("function.traces")
    if not growth.growing:
        return
    rows = []
    for points in case.timeline.traces.values():
        late = late_growth(case, [(time, row.traces) for time, row in points])
        if late > 0:
            rows.append((late, points[-1][1], over("tallies", "traces", (time for time, _ in points))))
    total = sum(late for late, _, _ in rows)
    alike = {kind: sum(late for late, row, _ in rows if _of_pipeline(row) is kind) for kind in (True, False)}
    for late, row, records in rows:
        if late < tolerances.MAIN_SHARE * alike[_of_pipeline(row)]:
            continue
        reason, argument, change, count = _main_reason(row)
        number = max(row.sites, key=lambda pair: pair[1])[0] if row.sites else -1
        site = case.site(number)
        share = late / total
        told = f"{row.name}() was traced {row.traces} times; {count} times because {reason_words(reason, argument, change)}"
        yield Owner(
            "trace",
            growth.per_unit * share,
            stretches=growth.share(share),
            nbytes=growth.per_unit * share * row.bytes / max(1, row.traces) if row.bytes else None,
            site=site,
            location=location_of(site),
            flags=frozenset(site.flags if site else ()) | ({"pipeline"} if _of_pipeline(row) else set()),
            reason=reason,
            argument=argument,
            change=change,
            name=row.name,
            library=row.library,
            size=row.bytes / max(1, row.traces),
            evidence=(Fact(told, records),),
        )


def _of_pipeline(row: TraceRow) -> bool:
    """Whether this is a dataset's function, which TensorFlow makes and traces by itself."""
    return row.library and PIPELINES in row.file


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


def compiled_owners(case: Case) -> Iterable[Owner]:
    """Shapes that XLA compiles anew."""
    growth = case.growth("function.compiled_shapes")
    for row in _still_new_shapes(case, compiled=True) if growth.growing else ():
        yield _shapes_owner(case, "compiled", growth, row, f"{row[0]}() was compiled for {row[3]} different shapes")


def shape_owners(case: Case) -> Iterable[Owner]:
    """Calls with ever new shapes: innocent by themselves, an explanation when native memory grows with them."""
    growth = case.growth("work.shapes")
    rows = _still_new_shapes(case, compiled=False) if growth.growing else ()
    for row in sorted(rows, key=lambda row: -row[3]):
        caller = "" if row[0] in UNITS else f" of {row[0]}"
        yield _shapes_owner(case, "shapes", growth, row, f"{row[3]} different input shapes{caller} were seen")


def _still_new_shapes(case: Case, compiled: bool) -> Iterable[CompiledRow]:
    """The functions that go on seeing new shapes after warm-up: those that XLA compiles, or the others."""
    for points in case.timeline.compiled.values():
        row = points[-1][1]
        if bool(row[1]) is compiled and late_growth(case, [(time, float(row[3])) for time, row in points]) > 0:
            yield row


def _shapes_owner(case: Case, kind: str, growth: Growth, row: CompiledRow, told: str) -> Owner:
    site = case.site(row[4])
    return Owner(
        kind,
        growth.per_unit,
        stretches=growth.stretches,
        site=site,
        location=location_of(site),
        flags=frozenset(site.flags if site else ()),
        name=row[0] if kind == "compiled" else "",
        evidence=(
            Fact(told, over("tallies", "shapes", (tally.t for tally in case.recording.tallies if tally.compiled))),
        ),
    )
