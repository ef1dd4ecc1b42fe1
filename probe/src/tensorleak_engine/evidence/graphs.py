"""Graphs that gain operations."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
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
    rows = _by_statement(_built_rows(case))
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


def _by_statement(rows: list[BuiltRow]) -> list[BuiltRow]:
    """The same rows, those of functions that a statement calls counted at that statement, where it builds something itself as well.

    `masked = kernel * mask_of(kernel)` builds what `mask_of` does: nearly all that grows comes through that line, and no line of `mask_of` alone tells as much.
    """
    total = sum(row[0] for row in rows)
    through: dict[Tuple[str, int, str], float] = {}
    own: dict[Tuple[str, int, str], float] = {}
    for late, site, _ in rows:
        places = [(frame[0], frame[1], frame[2]) for frame in (site.frames if site is not None else ())]
        for place in places[:1]:
            own[place] = own.get(place, 0.0) + late
        for place in set(places):
            through[place] = through.get(place, 0.0) + late
    whole = {
        place
        for place, built in own.items()
        if built >= tolerances.OWN_SHARE * total and through[place] >= tolerances.AS_MUCH * total
    }
    return [(late, _beginning_at(site, whole), row) for late, site, row in rows]


def _beginning_at(site: Optional[Site], places: set[Tuple[str, int, str]]) -> Optional[Site]:
    """A stack without what the outermost of these places calls; as it is where it passes none."""
    for index in reversed(range(len(site.frames) if site is not None else 0)):
        if site is not None and (site.frames[index][0], site.frames[index][1], site.frames[index][2]) in places:
            return replace(site, frames=site.frames[index:])
    return site


def _graph_owner(case: Case, growth: Growth, rows: list[BuiltRow], share: float) -> Owner:
    """One function's share of the growth, at the line that adds most."""
    best = _most(rows)
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
            *_called_from(case, best[1]),
        ),
    )


def _most(rows: list[BuiltRow]) -> BuiltRow:
    """Of the line that adds most bytes of constants or, where several add as many, most operations, the row that adds most; the first such line in the text."""
    lines: dict[int, list[BuiltRow]] = {}
    for row in rows:
        lines.setdefault(_line(row), []).append(row)
    for amount in (_bytes_of_constants, _operations):
        added = {line: sum(map(amount, there)) for line, there in lines.items()}
        least = tolerances.AS_MUCH * max(added.values())
        lines = {line: there for line, there in lines.items() if added[line] >= least}
    return max(lines[min(lines)], key=_operations)


def _line(row: BuiltRow) -> int:
    """The line of the file that builds; 0 where no line of the program's does."""
    return row[1].frames[0][1] if row[1] is not None and row[1].frames else 0


def _bytes_of_constants(row: BuiltRow) -> float:
    return row[2][4]


def _operations(row: BuiltRow) -> float:
    return row[0]


def _called_from(case: Case, site: Optional[Site]) -> Iterable[Fact]:
    """Who calls the function that builds: where that is right by itself, the call in each round is the line to look at."""
    frames = [frame for frame in (site.frames if site else ()) if not frame[2].startswith("<")]
    caller = next((frame for frame in frames if frame[2] != frames[0][2]), None)
    if caller is not None:
        told = f"{frames[0][2]}() is called for it at {caller[0].rsplit('/', 1)[-1]}:{caller[1]} in {caller[2]}()"
        yield Fact(told, over("sites", "the stack of its newest operations", (case.timeline.times[-1],)))


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
