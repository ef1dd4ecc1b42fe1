"""A leak of an earlier phase: the loop that leaked is over, what it left is still there, and a later loop is calm.

The program's main loop is meant, the one that took most of its time; and operations that it added to a graph, or more traces than a warm-up
makes: nobody does that on purpose while running them. What else a loop made and kept, the models of an ensemble, a data set, may be what the
later loop works with.
"""

from __future__ import annotations

from typing import List

from tensorleak_engine import tolerances
from tensorleak_engine.case import Case
from tensorleak_engine.model.diagnosis import Verdict
from tensorleak_engine.model.owner import Owner
from tensorleak_engine.phases import Phase

CALM = (Verdict.STEADY, Verdict.BOUNDED, Verdict.RETAINED)
PURPOSEFUL = {"model", "loading", "new graphs", "dataset"}  # flags of graphs that may be wanted
COUNTED = {"graph": "graph.ops", "trace": "function.graphs"}  # a trace is a graph of its own


def main_phase(case: Case) -> Phase | None:
    """The loop that took most of the time, where other work came after it; that may be too fast to be seen in a loop of its own."""
    main = max((phase for phase in case.phases if phase.lasts), key=lambda phase: phase.seconds, default=None)
    if main is None or main.seconds <= tolerances.PHASE_SHARE * (case.timeline.times[-1] - case.phases[0].begun):
        return None
    later = case.timeline.work_at(case.unit, case.timeline.times[-1]) - case.timeline.work_at(case.unit, main.ended)
    return main if later > tolerances.LATER_SHARE * case.done(case.unit) else None


def left_behind(case: Case, phase: Phase, owners: List[Owner]) -> bool:
    """Whether nothing leaked in a phase but operations of a graph and traces, and they are still there at the end of the run."""
    leaks = [owner for owner in owners if owner.verdict is Verdict.LEAK]
    wanted = any(owner.kind not in COUNTED or owner.flags & PURPOSEFUL for owner in leaks)
    return bool(leaks) and not wanted and all(_is_left(case, phase, owner.kind) for owner in leaks)


def _is_left(case: Case, phase: Phase, kind: str) -> bool:
    """Whether most of what the phase made of a kind is there at the end, and is more than a set that is gone through once."""
    times, values = case.timeline.times, case.timeline.gauges.get(COUNTED[kind], [])
    seen = list(zip(times[-len(values) :], values)) if values else []
    before = next((value for time, value in seen if time >= phase.begun), 0.0)
    grown = max((value for time, value in seen if phase.begun <= time <= phase.ended), default=before) - before
    least = tolerances.WARM_UP_TRACES if kind == "trace" else 0
    return grown > least and seen[-1][1] - before >= tolerances.SURVIVING_SHARE * grown
