"""The verdict on two runs, in a word and a sentence."""

from __future__ import annotations

from tensorleak_engine.model.diagnosis import Finding, Verdict
from tensorleak_engine.wording import amount

from tensorleak.prove import gauges
from tensorleak.prove.pairs import Change, Pair
from tensorleak.prove.proof import Comparison, ProofVerdict
from tensorleak.prove.trial import CONFIRMED, Trial

Ruling = tuple[ProofVerdict, str]


def nothing_before(before: Trial) -> Ruling:
    """For a first run that shows no leak: there is nothing that a change could cure."""
    sentence = before.side.home(before.diagnosis.sentence)
    if before.status and not before.timed_out:
        last = (before.complaint.strip().splitlines() or ["it printed no error"])[-1]
        sentence = f"the program ended with status {before.status} before anything leaked: {last}"
    return ProofVerdict.NOTHING, f"no leak was seen before the change: {sentence}"


def rule(comparison: Comparison, output_counts: bool = True) -> Ruling:
    """The verdict: comparable first, then what is new, then what is left."""
    if not comparison.before.leaks:
        return _without_leak_before(comparison)
    obstacle = _obstacle(comparison)
    if obstacle:
        return ProofVerdict.NOT_COMPARABLE, obstacle
    return _new_leak(comparison) or _remaining(comparison) or _unseen(comparison) or _gone(comparison, output_counts)


def _without_leak_before(comparison: Comparison) -> Ruling:
    if comparison.after.leaks:
        return ProofVerdict.NEW_LEAK, f"no leak before the change, but after it {comparison.after.leaks[0].summary}"
    return nothing_before(comparison.before)


def _obstacle(comparison: Comparison) -> str | None:
    """Why the runs cannot be held against each other."""
    before, after, work = comparison.before, comparison.after, comparison.work
    if before.status != after.status:
        last = _last_line(after) if after.status else ""
        return f"the program ended with status {before.status} before and {after.status} after{last}"
    if not work.enough and work.before:
        return (
            f"{work.before} × {work.unit} were done before and {work.after} after:"
            " growth that is gone because less was done proves nothing"
        )
    if not work.enough:
        return "nothing tells how much work the runs did: let the program print its result, or call tensorleak.mark()"
    if after.diagnosis.verdict is Verdict.TOO_SHORT and not gauges.counters_flat(comparison.gauges):
        return f"the run after is too short for a verdict ({after.diagnosis.sentence}): give both more work"
    return None


def _last_line(trial: Trial) -> str:
    lines = trial.complaint.strip().splitlines()
    return f": {lines[-1]}" if lines else ""


def _new_leak(comparison: Comparison) -> Ruling | None:
    new = [pair.finding for pair in comparison.pairs if pair.change is Change.NEW]
    leaks = [found for found in new if found.verdict is Verdict.LEAK]
    if not leaks:
        return None
    return ProofVerdict.NEW_LEAK, f"after the change {leaks[0].summary}, which it did not before{_rest(len(leaks))}"


def _remaining(comparison: Comparison) -> Ruling | None:
    """What still grows; None when nothing does."""
    left = [pair for pair in comparison.pairs if pair.after is not None]
    own = any(found.known_leak is None for found in comparison.before.leaks)
    if not left or (own and all(map(_librarys_own, left))):
        return None
    worse = [pair for pair in left if pair.change is Change.LARGER]
    if worse:
        return ProofVerdict.WORSE, f"{worse[0].finding.summary}, and faster after the change: {_rates(worse[0])}"
    better = [pair for pair in comparison.pairs if pair.change in (Change.GONE, Change.SMALLER)]
    still = left[0].after
    assert still is not None
    unsure = "" if still.verdict in CONFIRMED else ", not yet confirmed: give both runs more work"
    if not better:
        return ProofVerdict.UNCHANGED, f"{still.summary}, before the change and after it: {_rates(left[0])}"
    gone = [pair.finding for pair in better]
    return (
        ProofVerdict.IMPROVED,
        f"{gone[0].summary} before the change, less or none after it; still {still.summary}{unsure}",
    )


def _unseen(comparison: Comparison) -> Ruling | None:
    """A counter that rises on although no leak is named: a busy machine may have left no close look."""
    gauge = gauges.still_rising(comparison.gauges)
    if gauge is None or gauge.after is None:
        return None
    unit = comparison.before.diagnosis.growth.unit
    return (
        ProofVerdict.UNCHANGED,
        f"no leak is named after the change, but {gauge.gauge} gains {gauge.after:.3g} per {unit}, {gauge.before:.3g} before",
    )


def _librarys_own(pair: Pair) -> bool:
    """Whether a leak that is left is the library's, as it was before: no change of the program can cure it."""
    return pair.after is not None and pair.after.known_leak is not None and pair.change in (Change.SAME, Change.SMALLER)


def _gone(comparison: Comparison, output_counts: bool) -> Ruling:
    output = comparison.output
    gone = [pair.finding for pair in comparison.pairs if pair.change is Change.GONE]
    lead = next((found for found in gone if found.known_leak is None), comparison.before.leaks[0])
    more = len([found for found in gone if found.verdict in CONFIRMED]) - 1
    also = f", nor {more} more that grew" if more > 0 else ""
    if any(pair.after for pair in comparison.pairs):
        also += "; what is left is the library's own leak"
    sentence = f"{lead.summary} before the change, none after it{also}{_resident(comparison)}; output {output}"
    if output.same:
        return ProofVerdict.PROVEN, sentence
    if not output_counts:
        return ProofVerdict.PROVEN, f"{sentence} (left out of account as asked)"
    return ProofVerdict.IMPROVED, f"the growth is gone, but the output is {output}"


def _resident(comparison: Comparison) -> str:
    """How resident memory grew in both runs, where it was confirmed before."""
    change = next((change for change in comparison.gauges if change.gauge == "process.rss" and change.grew), None)
    if change is None or change.after is None:
        return ""
    unit = comparison.before.diagnosis.growth.unit
    after = f"{amount(change.after)} after" if change.grows else "levels off after"
    return f"; resident memory gained {amount(change.before)} per {unit} before and {after}"


def _rates(pair: Pair) -> str:
    return f"{_rate(pair.before)} before, {_rate(pair.after)} after"


def _rate(found: Finding | None) -> str:
    if found is None:
        return "none"
    rate = found.rate
    size = f" ({amount(rate.bytes_per_unit)})" if rate.bytes_per_unit >= 1 else ""
    return f"{rate.count_per_unit:.3g}{size} per {rate.unit}"


def _rest(count: int) -> str:
    return f"; and {count - 1} more" if count > 1 else ""
