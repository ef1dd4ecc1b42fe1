"""Comparison of two runs: a pure function from two diagnoses to what was fixed, is new, or has changed."""

from __future__ import annotations

from tensorleak_engine.model.diagnosis import Finding, Verdict

from tensorleak.compare.matching import MOVED, Match, match
from tensorleak.compare.rates import change_of, change_of_memory, in_unit
from tensorleak.compare.sight import blindness, memory_blindness
from tensorleak.compare.summary import overall, sentence
from tensorleak.compare.surroundings import differences, remarks
from tensorleak.model.comparison import Change, Comparison, FindingChange, MemoryChange, Run

__all__ = ["Change", "Comparison", "Run", "compare"]

CONFIRMED = (Verdict.LEAK, Verdict.UNEXPLAINED)
ORDER = list(Change)


def compare(before: Run, after: Run) -> Comparison:
    """What became of the leaks of one run in another."""
    changes = [_change(found, before, after) for found in match(before.findings, after.findings, MOVED)]
    changes.sort(key=lambda item: ORDER.index(item.change))
    verdict = overall(before, after, changes)
    return Comparison(
        overall=verdict,
        sentence=sentence(verdict, before, after, changes),
        before=before,
        after=after,
        findings=tuple(changes),
        memory=_memory(before, after),
        differences=differences(before, after),
        notes=remarks(before, after),
    )


def _change(found: Match, before: Run, after: Run) -> FindingChange:
    old, new, key = found
    if old is not None and new is not None:
        return _both(old, new, key > 0, before, after)
    if old is not None:
        reason = blindness(old, before, after) or _unconfirmed(old, before)
        return FindingChange(Change.UNKNOWN if reason else Change.FIXED, old, None, before_rate=old.rate, reason=reason)
    assert new is not None
    reason = blindness(new, after, before) or _unconfirmed(new, after)
    return FindingChange(Change.UNKNOWN if reason else Change.NEW, None, new, after_rate=new.rate, reason=reason)


def _both(old: Finding, new: Finding, moved: bool, before: Run, after: Run) -> FindingChange:
    """A leak that both runs show, with its rates in one unit of work."""
    reasons = [_whence(old, new)] if moved else []
    was, now = in_unit(old.rate, before, new.rate.unit), new.rate
    if was is None:
        was, now = old.rate, in_unit(new.rate, after, old.rate.unit) or new.rate
    if was.unit != now.unit:
        change = Change.UNKNOWN
        reasons.append(f"still there, but per {was.unit} and per {now.unit} cannot be compared")
    else:
        change = change_of(was, now)
    return FindingChange(change, old, new, was, now, moved, "; ".join(reasons))


def _whence(old: Finding, new: Finding) -> str:
    """Where a leak was that is now in another function or file."""
    if old.location is None or new.location is None:
        return "moved"
    was, now = (f"{place.function}() of {place.file.rsplit('/', 1)[-1]}" for place in (old.location, new.location))
    return f"moved from {was} to {now}"


def _unconfirmed(found: Finding, run: Run) -> str:
    return "" if found.verdict in CONFIRMED else f"not yet confirmed in {run.label}: run it longer"


def _memory(before: Run, after: Run) -> MemoryChange:
    old, new = before.diagnosis.growth, after.diagnosis.growth
    reason = memory_blindness(before, after)
    return MemoryChange(Change.UNKNOWN if reason else change_of_memory(old, new), old, new, reason)
