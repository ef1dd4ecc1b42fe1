"""Things of which more are alive after every round: sessions, variables, models, functions, datasets, threads."""

from __future__ import annotations

from typing import Iterable

from tensorleak_engine import tolerances
from tensorleak_engine.case import Case
from tensorleak_engine.evidence.late import late_growth
from tensorleak_engine.growth import Growth, Trend
from tensorleak_engine.model.diagnosis import Verdict
from tensorleak_engine.model.owner import Owner, location_of
from tensorleak_engine.records import Site
from tensorleak_probe.gauge_catalogue import kinds

# Graphs are told by the operations and the traces that fill them.
BIRTH_GAUGES = {kind: gauge.name for kind, gauge in kinds().items() if kind not in ("graph", "func_graph")}

# What may lie in a cycle, as `fit` and `predict` leave it: only a collection tells garbage from what is kept.
CYCLIC = tuple(kind for kind, gauge in kinds().items() if gauge.collected)


def birth_owners(case: Case) -> Iterable[Owner]:
    """Sessions, variables, models, functions, datasets, iterators, threads: more alive after every round."""
    for kind, gauge in BIRTH_GAUGES.items():
        growth = case.growth(gauge)
        verdict = verdict_of(growth)
        if verdict is not Verdict.LEAK:
            continue
        if kind in CYCLIC or case.survives_collection(gauge) is not None:
            verdict = case.after_collection(gauge)
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
        if late < tolerances.MAIN_SHARE * total:
            continue
        site = case.site(number)
        share = late / total
        flags = frozenset(site.flags if site else ()) | ({flag} if flag else set())
        size = row[4] / max(1, row[3])
        yield Owner(
            kind,
            growth.per_unit * share,
            stretches=growth.share(share),
            nbytes=growth.per_unit * share * size
            if kind == "variable" and size > tolerances.WEIGHED_VARIABLE
            else None,
            site=site,
            location=location_of(site),
            verdict=verdict,
            flags=flags,
            name=flag or "",
            size=size,
            library=site is None or not site.frames,
            evidence=(
                case.sampled(
                    gauge,
                    f"{gauge} rose from {growth.start:.0f} to {growth.end:.0f} over {growth.units:.0f} units of work",
                ),
            ),
        )


def made_in_rounds(case: Case, wanted: tuple[str, ...], flag: str = "") -> tuple[float, Site | None] | None:
    """How many things of some kinds were made after warm-up, and the site that made most; None when hardly any."""
    rows = []
    for (kind, number, _), points in case.timeline.births.items():
        site = case.site(number)
        if kind not in wanted or (flag and (site is None or flag not in site.flags)):
            continue
        late = late_growth(case, [(time, row[3]) for time, row in points])
        if late > 0:
            rows.append((late, number))
    total = sum(late for late, _ in rows)
    return (total, case.site(max(rows)[1])) if total >= tolerances.MADE_IN_ROUNDS else None


def verdict_of(growth: Growth) -> Verdict | None:
    """The verdict of a judged series; None when it says nothing worth telling."""
    return {Trend.GROWING: Verdict.LEAK, Trend.BOUNDED: Verdict.BOUNDED, Trend.UNCLEAR: Verdict.GROWING}.get(
        growth.trend
    )
