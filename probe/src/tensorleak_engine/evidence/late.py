"""Growth of a cumulative table's rows after warm-up."""

from __future__ import annotations

from tensorleak_engine import tolerances
from tensorleak_engine.case import Case


def late_growth(case: Case, points: list[tuple[float, float]]) -> float:
    """Growth of a cumulative table row after warm-up, 0 when it stopped before the last third."""
    series = case.timeline.over(case.unit, points)
    if not series or not case.timeline.times:
        return 0.0
    at = [0.0 if series[0][0] > edge else max(value for work, value in series if work <= edge) for edge in _edges(case)]
    top = max(value for _, value in series)
    return top - at[0] if top > at[1] else 0.0


def late_work(case: Case) -> float:
    """The work done after warm-up, in the main unit; one unit where none was counted."""
    work = case.done(case.unit) - (_edges(case)[0] - case.timeline.work_at(case.unit, case.timeline.times[0]))
    return work if work > 0 else 1.0


def _edges(case: Case) -> tuple[float, float]:
    """The work done after a fifth and after two thirds of the run; worked out once for all rows."""
    if case.edges is None:
        first = case.timeline.work_at(case.unit, case.timeline.times[0])
        tallies = (tally.t for tally in reversed(case.recording.tallies) if tally.t <= case.timeline.times[-1])
        last = case.timeline.work_at(case.unit, next(tallies, case.timeline.times[-1]))
        case.edges = first + tolerances.WARM_UP_SHARE * (last - first), first + tolerances.LATE_SHARE * (last - first)
    return case.edges
