"""A comparison in one word and one sentence."""

from __future__ import annotations

from collections import Counter

from tensorleak_engine.model.diagnosis import Verdict

from tensorleak.model.comparison import Change, FindingChange, Run

SAYINGS = {
    Change.NEW: "{summary}, which it did not before",
    Change.WORSE: "{summary}, faster than before",
    Change.FIXED: "{summary} before, and no more",
    Change.BETTER: "{summary}, slower than before",
    Change.UNKNOWN: "it cannot be told: {reason}",
    Change.UNCHANGED: "{summary}, as before",
}


def overall(before: Run, after: Run, changes: list[FindingChange]) -> Change:
    """The change that matters most: anything new or worse first, then what was gained, then what is open."""
    seen = {item.change for item in changes}
    for alarm in (Change.NEW, Change.WORSE):
        if alarm in seen:
            return alarm
    if seen == {Change.FIXED}:
        return Change.FIXED
    if seen & {Change.FIXED, Change.BETTER}:
        return Change.BETTER
    short = Verdict.TOO_SHORT in (before.diagnosis.verdict, after.diagnosis.verdict)
    return Change.UNKNOWN if Change.UNKNOWN in seen or (not seen and short) else Change.UNCHANGED


def sentence(verdict: Change, before: Run, after: Run, changes: list[FindingChange]) -> str:
    """The leak that matters most, and how many others went the same or another way."""
    if not changes:
        return _no_leaks(before, after)
    wanted = (verdict, Change.FIXED) if verdict is Change.BETTER else (verdict,)
    lead = next(item for item in changes if item.change in wanted)
    said = SAYINGS[lead.change].format(summary=lead.finding.summary, reason=lead.reason)
    rest = Counter(item.change for item in changes if item is not lead)
    others = ", ".join(f"{count} {change}" for change, count in rest.items())
    return f"{said}; also {others}" if others else said


def _no_leaks(before: Run, after: Run) -> str:
    for run in (before, after):
        if run.diagnosis.verdict is Verdict.TOO_SHORT:
            return f"{run.label} was too short to judge: {run.diagnosis.sentence}"
    return "no leak in either run"
