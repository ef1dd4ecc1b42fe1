"""A leak of an earlier phase: the loop that leaked is over, what it left is still there, and a later loop is calm.

The program's main loop is meant, the one that took most of its time. A loop that ends soon, as one that loads weights or tries all shapes
once, has a bound: nobody else calls it a leak either.
"""

from __future__ import annotations

from typing import List

from tensorleak_engine import tolerances
from tensorleak_engine.case import Case
from tensorleak_engine.model.diagnosis import Verdict
from tensorleak_engine.model.owner import Owner
from tensorleak_engine.phases import Phase
from tensorleak_probe.gauge_catalogue import kinds

CALM = (Verdict.STEADY, Verdict.BOUNDED, Verdict.RETAINED)
COUNTED = {kind: gauge.name for kind, gauge in kinds().items()}
COUNTED["trace"] = COUNTED["func_graph"]  # a trace is a graph of its own


def main_phase(case: Case) -> Phase | None:
    """The loop that took most of the time, where other work came after it; that may be too fast to be seen in a loop of its own."""
    main = max((phase for phase in case.phases if phase.lasts), key=lambda phase: phase.seconds, default=None)
    if main is None or main.seconds <= tolerances.PHASE_SHARE * (case.timeline.times[-1] - case.phases[0].begun):
        return None
    later = case.timeline.work_at(case.unit, case.timeline.times[-1]) - case.timeline.work_at(case.unit, main.ended)
    return main if later > tolerances.LATER_SHARE * case.done(case.unit) else None


def left_behind(case: Case, phase: Phase, owners: List[Owner]) -> bool:
    """Whether what leaked in a phase is still there at the end of the run: all that is counted, by the gauges that count it."""
    gauges = {COUNTED[owner.kind] for owner in owners if owner.verdict is Verdict.LEAK and owner.kind in COUNTED}
    return bool(gauges) and all(_is_left(case, phase, gauge) for gauge in gauges)


def _is_left(case: Case, phase: Phase, gauge: str) -> bool:
    times, values = case.timeline.times, case.timeline.gauges.get(gauge, [])
    seen = list(zip(times[-len(values) :], values)) if values else []
    before = next((value for time, value in seen if time >= phase.begun), 0.0)
    grown = max((value for time, value in seen if phase.begun <= time <= phase.ended), default=before) - before
    return grown > 0 and seen[-1][1] - before >= tolerances.SURVIVING_SHARE * grown
