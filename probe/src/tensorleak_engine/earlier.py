"""A leak of an earlier phase: the loop that leaked is over, what it left is still there, and a later loop is calm.

The program's main loop is meant, the one that took most of its time, and operations that it added to a graph: nobody builds a graph while
running it on purpose. What else a loop made and kept, the models of an ensemble, all traces of a warm-up, a data set, may be what the later
loop works with.
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


def main_phase(case: Case) -> Phase | None:
    """The loop that took most of the time, where other work came after it; that may be too fast to be seen in a loop of its own."""
    main = max((phase for phase in case.phases if phase.lasts), key=lambda phase: phase.seconds, default=None)
    if main is None or main.seconds <= tolerances.PHASE_SHARE * (case.timeline.times[-1] - case.phases[0].begun):
        return None
    later = case.timeline.work_at(case.unit, case.timeline.times[-1]) - case.timeline.work_at(case.unit, main.ended)
    return main if later > tolerances.LATER_SHARE * case.done(case.unit) else None


def left_behind(case: Case, phase: Phase, owners: List[Owner]) -> bool:
    """Whether nothing leaked in a phase but operations of a graph, and they are still there at the end of the run."""
    leaks = [owner for owner in owners if owner.verdict is Verdict.LEAK]
    if not leaks or any(owner.kind != "graph" or owner.flags & PURPOSEFUL for owner in leaks):
        return False
    times, values = case.timeline.times, case.timeline.gauges.get("graph.ops", [])
    seen = list(zip(times[-len(values) :], values)) if values else []
    before = next((value for time, value in seen if time >= phase.begun), 0.0)
    grown = max((value for time, value in seen if phase.begun <= time <= phase.ended), default=before) - before
    return grown > 0 and seen[-1][1] - before >= tolerances.SURVIVING_SHARE * grown
