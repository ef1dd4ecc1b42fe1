"""Pass 5b: growth that no owner accounts for: unexplained, and only when everything else was ruled out."""

from __future__ import annotations

from dataclasses import replace

from tensorleak.diagnose.case import Case
from tensorleak.diagnose.evidence import late_growth
from tensorleak.diagnose.growth import Trend
from tensorleak.diagnose.memory import EXACT_KINDS, Memory
from tensorleak.model.diagnosis import Verdict
from tensorleak.model.owner import Owner, location_of

UNEXPLAINED_SHARE = 0.6
MAKERS = ("conversion", "model", "session", "function", "dataset")  # what brings most along, first
MADE_PER_UNIT = 0.1
SHAPES_PER_UNIT = 0.2  # new shapes per unit of work from which a shape-keyed cache is the likely holder


def native_owner(case: Case, memory: Memory, owners: list[Owner]) -> Owner | None:
    """The unexplained rest as an owner of its own, when it is confirmed and large."""
    used = memory.used
    if used.trend is not Trend.GROWING or memory.resident.trend is not Trend.GROWING:
        return None
    if case.unit == "seconds":
        return None
    explained = sum(
        owner.nbytes if owner.nbytes is not None else owner.weight for owner in owners if owner.verdict is Verdict.LEAK
    )
    shaped = [owner for owner in owners if owner.kind == "shapes"]
    owners = [owner for owner in owners if owner.kind != "shapes"]
    if any(owner.kind not in EXACT_KINDS or owner.nbytes is None for owner in owners):
        return None  # what a trace, a graph or a model costs natively is theirs
    if explained > (1 - UNEXPLAINED_SHARE) * used.per_unit:
        return None
    if released_by_looking(case, memory):
        return None
    rest = used.per_unit - explained
    if shaped and shaped[0].count >= SHAPES_PER_UNIT:
        return replace(shaped[0], nbytes=rest, verdict=Verdict.LEAK)
    made = maker(case, rest)
    if made is not None:
        return made
    return Owner(
        "native",
        0.0,
        nbytes=rest,
        verdict=Verdict.UNEXPLAINED,
        evidence=[
            f"memory in use rose from {used.start / 1e6:.0f} to {used.end / 1e6:.0f} MB over {used.units:.0f} units of work, evenly",
            "no graph, trace, session, model, variable, container or callback grew with it",
        ],
    )


def maker(case: Case, rest: float) -> Owner | None:
    """What the program makes anew in every round and lets go of, while native memory stays behind."""
    if not case.collections():
        return None
    units = case.growth("process.rss", noise=8e6).units
    for kind in MAKERS:
        rows = []
        for (row_kind, number, flag), points in case.timeline.births.items():
            late = late_growth(case, [(time, row[3]) for time, row in points]) if row_kind == kind else 0.0
            if late > 0:
                rows.append((late, number, flag))
        made = sum(late for late, _, _ in rows)
        if units <= 0 or made < MADE_PER_UNIT * units or made < 8:
            continue
        if kind == "conversion":
            return None  # left to the catalogue of known library leaks
        late, number, flag = max(rows)
        site = case.site(number)
        return Owner(
            kind,
            made / units,
            nbytes=rest,
            site=site,
            location=location_of(site),
            flags=frozenset(site.flags if site else ()) | {"dropped"},
            name=flag or "",
            evidence=[
                f"{made:.0f} were made in the judged stretch and let go of, yet memory in use grew by {rest * units / 1e6:.0f} MB",
                "a full collection did not bring it back",
            ],
        )
    return None


def released_by_looking(case: Case, memory: Memory) -> bool:
    """Whether a collection and a trim gave back most of what had grown."""
    for look in case.collections():
        if look.final and [other for other in case.collections() if not other.final]:
            continue
        grown = look.before.get("process.rss", 0.0) - memory.resident.start
        left = look.trimmed.get("process.rss", 0.0) - memory.resident.start
        if grown > 0 and left < 0.5 * grown:
            return True
    return False
