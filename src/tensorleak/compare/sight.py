"""Whether a run would have shown a leak if it had it: what nobody could see is unknown, not absent."""

from __future__ import annotations

from tensorleak_engine.model.diagnosis import Finding, Verdict

from tensorleak.compare import work
from tensorleak.compare.rates import COUNTERS, in_unit, units_done
from tensorleak.model.comparison import Run

PLAIN = 30  # so many more of something are plain to see, however many rounds another run did
LOOK_SECONDS = 2.0  # a loop that lasts less can end before a close look names what holds things
LOOKED_AT = ("TL301", "TL303", "TL304", "TL305", "TL404", "TL405", "TL602", "TL901")  # the others have exact counters
STILL = 0.5


def blindness(found: Finding, seen_in: Run, run: Run) -> str:
    """Why `run` could not have shown what `seen_in` shows; empty when it could."""
    diagnosis = run.diagnosis
    if diagnosis.verdict is Verdict.TOO_SHORT:
        return f"{run.label} was too short to judge: {diagnosis.sentence}"
    return _too_little_work(found, seen_in, run) or _too_quick(found, seen_in, run) or _unnamed(found, run)


def _too_little_work(found: Finding, seen_in: Run, run: Run) -> str:
    """Growth that is not there because less was done says nothing."""
    unit = found.rate.unit
    done = work.compare(seen_in.diagnosis.work, run.diagnosis.work, COUNTERS.get(unit, unit), False)
    expected = found.rate.count_per_unit * units_done(run, unit)
    if done.enough or expected >= PLAIN:
        return ""
    if not done.before:
        return f"nothing tells how much work {seen_in.label} and {run.label} did"
    return f"{run.label} did only {done.after} × {done.unit}, {seen_in.label} {done.before}: too few to show it"


def _too_quick(found: Finding, seen_in: Run, run: Run) -> str:
    """What only close looks show needs time for them, though no more than the run took that shows it."""
    seconds, needed = run.diagnosis.growth.seconds, work.ENOUGH * seen_in.diagnosis.growth.seconds
    if found.rule not in LOOKED_AT or seconds >= min(LOOK_SECONDS, needed):
        return ""
    return f"{run.label} was at work for {seconds:.1f} s: too short for a close look at what holds things"


def _unnamed(found: Finding, run: Run) -> str:
    """Memory that grows on, and that nobody owns, may be the same leak without its name."""
    growth = run.diagnosis.growth
    rate = in_unit(found.rate, run, growth.unit)
    if rate is None or not growth.confirmed or rate.bytes_per_unit <= 0:
        return ""
    unexplained = growth.bytes_per_unit * (1 - growth.explained_share)
    if unexplained < STILL * rate.bytes_per_unit:
        return ""
    return f"memory grows in {run.label} and nothing explains it: this may be the same leak without its name"


def memory_blindness(before: Run, after: Run) -> str:
    """Why the growth of memory as a whole cannot be compared; empty when it can."""
    old, new = before.diagnosis.growth, after.diagnosis.growth
    for run in (before, after):
        if run.diagnosis.verdict is Verdict.TOO_SHORT:
            return f"{run.label} was too short to judge"
    if old.confirmed and new.confirmed:
        return "" if old.unit == new.unit else f"per {old.unit} and per {new.unit} cannot be compared"
    grew, other = (before, after) if old.confirmed else (after, before)
    unit = grew.diagnosis.growth.unit
    done = work.compare(grew.diagnosis.work, other.diagnosis.work, COUNTERS.get(unit, unit), False)
    short = grew.diagnosis.growth.confirmed and done.before and not done.enough
    return f"{other.label} did only {done.after} × {done.unit}, {grew.label} {done.before}" if short else ""
