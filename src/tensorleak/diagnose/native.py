"""Pass 5b: growth that no owner accounts for: unexplained, and only when everything else was ruled out."""

from __future__ import annotations

from tensorleak.diagnose.case import Case
from tensorleak.diagnose.growth import Trend
from tensorleak.diagnose.memory import EXACT_KINDS, Memory
from tensorleak.model.diagnosis import Verdict
from tensorleak.model.owner import Owner

UNEXPLAINED_SHARE = 0.6


def native_owner(case: Case, memory: Memory, owners: list[Owner]) -> Owner | None:
    """The unexplained rest as an owner of its own, when it is confirmed and large."""
    used = memory.used
    if used.trend is not Trend.GROWING or memory.resident.trend is not Trend.GROWING:
        return None
    if case.unit == "seconds":
        return None
    explained = sum(owner.nbytes if owner.nbytes is not None else owner.weight for owner in owners if owner.verdict is Verdict.LEAK)
    if any(owner.kind not in EXACT_KINDS or owner.nbytes is None for owner in owners):
        return None  # what a trace, a graph or a model costs natively is theirs
    if explained > (1 - UNEXPLAINED_SHARE) * used.per_unit:
        return None
    if released_by_looking(case, memory):
        return None
    return Owner(
        "native", 0.0, nbytes=used.per_unit - explained, verdict=Verdict.UNEXPLAINED,
        evidence=[f"memory in use rose from {used.start / 1e6:.0f} to {used.end / 1e6:.0f} MB over {used.units:.0f} units of work, evenly",
                  "no graph, trace, session, model, variable, container or callback grew with it"],
    )


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
