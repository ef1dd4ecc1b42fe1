"""Graphs that gain operations."""

from __future__ import annotations

from collections import Counter
from typing import Iterable, Optional, Tuple

from tensorleak_engine import tolerances
from tensorleak_engine.case import Case
from tensorleak_engine.evidence.late import late_growth
from tensorleak_engine.growth import Growth, Trend
from tensorleak_engine.model.diagnosis import Verdict
from tensorleak_engine.model.facts import Fact, over
from tensorleak_engine.model.owner import NOMINAL_BYTES, Owner, location_of
from tensorleak_engine.records import OpsRow, Site

BuiltRow = Tuple[float, Optional[Site], OpsRow]


def graph_owners(case: Case) -> Iterable[Owner]:
    """Graphs that gain operations, by the line that builds them."""
    growth = case.growth("graph.ops")
    if not growth.growing:
        return
    rows = _built_rows(case)
    total, constants = sum(late for late, _, _ in rows), _constant_bytes(rows)
    for function_rows in _by_function(rows):
        late = sum(row[0] for row in function_rows)
        if late >= tolerances.MAIN_SHARE * total or _constant_bytes(function_rows) > tolerances.MAIN_SHARE * constants:
            yield _graph_owner(case, growth, function_rows, late / total)


def _constant_bytes(rows: list[BuiltRow]) -> float:
    """Bytes of the constants that these lines built after warm-up."""
    return sum(row[2][4] * row[0] / max(1.0, row[2][3]) for row in rows)


def _built_rows(case: Case) -> list[BuiltRow]:
    """The lines that built operations after warm-up, with how many."""
    rows = []
    for site, points in case.timeline.ops.items():
        late = late_growth(case, [(time, row[3]) for time, row in points])
        if late > 0:
            rows.append((late, case.site(site), points[-1][1]))
    return rows


def _graph_owner(case: Case, growth: Growth, rows: list[BuiltRow], share: float) -> Owner:
    """One function's share of the growth, at the line that adds most."""
    best = max(rows, key=lambda row: (row[2][4], row[0]))
    graphs = case.growth("graph.count").trend
    kept_graphs = graphs is Trend.GROWING
    constants = _constant_bytes(rows) / max(1.0, growth.units)
    types = _operation_types(rows)
    flags = set(best[1].flags if best[1] else ())
    if kept_graphs:
        flags.add("new graphs")
    varied = sum(row[2][6] for row in rows) > sum(row[2][7] for row in rows)
    if varied and constants > tolerances.OPERATION_BYTES * growth.per_unit * share:
        flags.add("baked")
    return Owner(
        "graph",
        growth.per_unit * share,
        stretches=growth.share(share),
        site=best[1],
        location=location_of(best[1]),
        verdict=_verdict(case, graphs),
        types=tuple(types.items()),
        flags=frozenset(flags),
        constant_bytes=constants,
        nbytes=constants if constants > growth.per_unit * share * NOMINAL_BYTES["graph"] else None,
        also=tuple(place for place in (location_of(row[1]) for row in rows) if place is not None),
        evidence=(
            case.sampled(
                "graph.ops",
                f"graph operations rose from {growth.start:.0f} to {growth.end:.0f} over {growth.units:.0f} units of work",
            ),
            Fact(
                "newest operations: " + ", ".join(f"{types[name]} × {name}" for name in _commonest(types)),
                over("tallies", "operations", (tally.t for tally in case.recording.tallies if tally.ops)),
            ),
        ),
    )


def _verdict(case: Case, graphs: Trend) -> Verdict:
    """While it is not clear whether new graphs stay, only a collection tells garbage from growth."""
    if graphs in (Trend.GROWING, Trend.UNCLEAR):
        return case.after_collection("graph.count")
    histories = [points for (kind, *_), points in case.timeline.births.items() if kind == "graph"]
    made = sum(late_growth(case, [(time, row[3]) for time, row in points]) for points in histories)
    return case.after_collection("graph.ops") if made >= tolerances.FEW_THINGS else Verdict.LEAK


def _operation_types(rows: list[BuiltRow]) -> dict[str, int]:
    """How many operations of each type these lines built."""
    types: Counter[str] = Counter()
    for row in rows:
        types.update(row[2][5])
    return dict(types)


def _commonest(types: dict[str, int]) -> list[str]:
    return sorted(types, key=lambda name: -types[name])[:5]


def _by_function(rows: list[BuiltRow]) -> list[list[BuiltRow]]:
    """Groups the lines of one function: three operations built in one function are one cause."""
    groups: dict[tuple[str, str], list[BuiltRow]] = {}
    for row in rows:
        place = location_of(row[1])
        groups.setdefault((place.file, place.function) if place else ("", ""), []).append(row)
    return list(groups.values())
