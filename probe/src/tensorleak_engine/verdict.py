"""Pass 7: the verdict on the whole run, in one word and one sentence."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tensorleak_engine import tolerances
from tensorleak_engine.case import Case
from tensorleak_engine.devices import device_names, device_rate, released
from tensorleak_engine.growth import Trend
from tensorleak_engine.memory import Memory
from tensorleak_engine.model.diagnosis import Finding, Verdict
from tensorleak_engine.wording import amount
from tensorleak_probe import gauge_catalogue

COUNTED = {gauge.name: gauge.label for gauge in gauge_catalogue.told_in(gauge_catalogue.VERDICT)}
DOUBTFUL = gauge_catalogue.names(gauge_catalogue.COLLECT)


@dataclass(frozen=True)
class Ruling:
    """A verdict with its reasons and what would settle what is open."""

    verdict: Verdict
    sentence: str
    ruled_out: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()


def rule(case: Case, memory: Memory, findings: list[Finding]) -> Ruling:
    """The verdict, from findings first and memory second."""
    leaks = [finding for finding in findings if finding.verdict is Verdict.LEAK]
    if leaks:
        return Ruling(Verdict.LEAK, _leak_sentence(leaks), _ruled_out(case, memory), _questions(case, memory, leaks))
    absent = _absence(case)
    if absent:
        return Ruling(Verdict.TOO_SHORT, absent)
    unexplained = [finding for finding in findings if finding.verdict is Verdict.UNEXPLAINED]
    if unexplained:
        return Ruling(Verdict.UNEXPLAINED, unexplained[0].summary, _ruled_out(case, memory), ("collect",))
    growing = [finding for finding in findings if finding.verdict is Verdict.GROWING]
    if growing:
        return Ruling(
            Verdict.GROWING, f"{growing[0].summary}; not yet confirmed", _ruled_out(case, memory), ("collect",)
        )
    calm = _calm(case, memory, findings)
    if calm is not None:
        return Ruling(*calm, _ruled_out(case, memory), _questions(case, memory, leaks))
    short = _too_short(case)
    if short:
        return Ruling(Verdict.TOO_SHORT, short + _risen(case, memory))
    return Ruling(
        Verdict.STEADY,
        f"memory is steady at {amount(memory.now)} over {_work_words(case)}",
        _ruled_out(case, memory),
        _questions(case, memory, leaks),
    )


def _leak_sentence(leaks: list[Finding]) -> str:
    first = leaks[0]
    more = f"; and {len(leaks) - 1} more" if len(leaks) > 1 else ""
    size = f", {amount(first.rate.bytes_per_unit)} per {first.rate.unit}" if first.rate.bytes_per_unit >= 1 else ""
    return f"{first.summary}{size}{more}"


def _absence(case: Case) -> str | None:
    """Why there is nothing to judge, when TensorFlow never came to work."""
    end = case.recording.end
    if case.recording.samples and case.recording.environment is not None:
        return None
    state = end.tensorflow if end else "unused"
    if state == "missing":
        return f"the program asked for TensorFlow, but {case.recording.header.executable} has none: name another interpreter with --python"
    if state == "failed":
        return "TensorFlow failed to import, so there was nothing to observe: see the program's own error above"
    if not case.recording.samples:
        return "the program never imported TensorFlow, so there was nothing to observe"
    return None


def _too_short(case: Case) -> str | None:
    units = case.done(case.unit)
    times = case.timeline.times
    seconds = times[-1] - times[0] if times else 0.0
    if case.unit == "seconds" and seconds < tolerances.WORKLESS_SECONDS:
        return f"the program did no TensorFlow work that repeats in {seconds:.1f} s: run it for at least {tolerances.MIN_UNITS} rounds of its loop"
    if units < tolerances.MIN_UNITS and case.unit != "seconds":
        return f"only {units:.0f} × {case.unit_word} were seen: a verdict needs at least {tolerances.MIN_UNITS}"
    if seconds < tolerances.MIN_SECONDS:
        return f"only {math.floor(10 * seconds) / 10} s of work were seen: a verdict needs at least {tolerances.MIN_SECONDS} s of the loop"
    return None


def _risen(case: Case, memory: Memory) -> str:
    """What rose in a run that was too short to judge, as the end of a sentence."""
    rise = memory.now - memory.start
    parts = [f"resident memory by {amount(rise)}"] if rise > tolerances.NOTABLE_BYTES else []
    for gauge, words in COUNTED.items():
        values = case.timeline.gauges.get(gauge, [])
        gained = values[-1] - values[0] if values else 0.0
        if gained >= 2:
            parts.append(f"{words} by {gained:.0f}")
    return f"; so far rose {', '.join(parts)}" if parts else ""


def _work_words(case: Case) -> str:
    return f"{case.done(case.unit):.0f} × {case.unit_word}"


def _calm(case: Case, memory: Memory, findings: list[Finding]) -> tuple[Verdict, str] | None:
    """Growth that is no leak: deferred, retained or bounded, each with its figure."""
    notable = max(tolerances.NOTABLE_BYTES, tolerances.NOTABLE_RISE * memory.start)
    deferred = [finding for finding in findings if finding.verdict is Verdict.DEFERRED]
    freed = _freed_by_collection(case)
    if deferred or freed > notable:
        what = deferred[0].summary if deferred else f"{amount(freed)} were garbage"
        return (
            Verdict.DEFERRED,
            f"{what}, but a collection frees it: garbage that waits for Python's collector, not a leak",
        )
    filling = [finding for finding in findings if finding.bound is not None]
    if filling:
        return Verdict.BOUNDED, f"{filling[0].summary}, but no more than {filling[0].bound:,} in all"
    enough = _too_short(case) is None
    rise = memory.peak - memory.start
    if memory.used.growing and (memory.resident.growing or memory.used.total > tolerances.IN_USE_SHARE * rise > 0):
        return _let_go(case, memory) if enough else None
    if rise > notable and _given_back(case, memory) > tolerances.GIVEN_BACK * rise:
        return (
            Verdict.RETAINED,
            f"the program released its memory; malloc keeps {amount(_given_back(case, memory))} of it for reuse",
        )
    given = released(case)
    if given is not None:
        name, now, peak = given
        return (
            Verdict.RETAINED,
            f"the program released its memory on {name} ({amount(now)} in use now); TensorFlow's pool keeps what the peak of {amount(peak)} took",
        )
    if memory.file_growth > notable:
        return (
            Verdict.RETAINED,
            f"{amount(memory.file_growth)} of mapped files became resident: the kernel takes such pages back when it needs them",
        )
    bounded = [finding for finding in findings if finding.verdict is Verdict.BOUNDED]
    if bounded:
        return Verdict.BOUNDED, f"{bounded[0].summary}, but it has stopped growing"
    traces = case.growth("function.traces")
    if traces.trend is Trend.BOUNDED and traces.whole >= tolerances.SOME_TRACES:
        return (
            Verdict.BOUNDED,
            f"{traces.whole:.0f} traces were made and then no more: a finite set of signatures",
        )
    if enough and rise > notable and memory.used.trend in (Trend.BOUNDED, Trend.STEADY, Trend.UNCLEAR):
        return Verdict.BOUNDED, f"memory rose by {amount(rise)} and stopped at {amount(memory.now)}"
    return None


def _in_a_container(case: Case, memory: Memory) -> bool:
    """Whether one container was seen to take up the growth: garbage it became only when the program let go of it."""
    return any(
        row.rises >= 2 and row.growth * row.element_bytes >= tolerances.FREED_SHARE * memory.used.total
        for look in case.recording.looks
        for row in look.containers
    )


def _let_go(case: Case, memory: Memory) -> tuple[Verdict, str]:
    """Growth that nobody was seen to own, and that was gone when the program had ended."""
    grew = f"memory in use grew by {amount(memory.used.per_unit)} per {case.unit_word}"
    freed = sum(
        look.before.get("malloc.in_use", 0) - look.after.get("malloc.in_use", 0)
        for look in case.collections()
        if look.final
    )
    if freed >= tolerances.FREED_SHARE * memory.used.total and not _in_a_container(case, memory):
        return Verdict.DEFERRED, f"{grew}, but a collection at the end freed it"
    return Verdict.GROWING, f"{grew} until the loop was over: a longer run would tell what holds it"


def _freed_by_collection(case: Case) -> float:
    """The most that any collection in the running program freed."""
    return max(
        (
            look.before.get("malloc.in_use", 0) - look.after.get("malloc.in_use", 0)
            for look in case.collections()
            if not look.final
        ),
        default=0.0,
    )


def _given_back(case: Case, memory: Memory) -> float:
    """What the allocator kept although the program had released it."""
    trims = [
        look.after.get("process.rss", 0) - look.trimmed.get("process.rss", 0)
        for look in case.collections()
        if not look.final  # at exit everything is released
    ]
    free = case.series("malloc.free")
    kept = free[-1][1] - free[0][1] if free else 0.0
    return max([kept, *trims], default=0.0)


def _ruled_out(case: Case, memory: Memory) -> tuple[str, ...]:
    """What was looked at and found not to grow."""
    names = {**COUNTED, **{f"device.{name}.in_use": f"memory on {name}" for name in device_names(case)}}
    flat = [word for gauge, word in names.items() if case.growth(gauge).trend in (Trend.STEADY, Trend.BOUNDED)]
    lines = [f"not growing: {', '.join(flat)}"] if flat else []
    if case.collections():
        lines.append(f"a full collection freed {amount(max(0.0, _freed_by_collection(case)))} while the program ran")
    if memory.free_growth > tolerances.NOTABLE_BYTES:
        lines.append(f"malloc keeps {amount(memory.free_growth)} more of released memory than at the start")
    return tuple(lines)


def _questions(case: Case, memory: Memory, leaks: list[Finding]) -> tuple[str, ...]:
    """The close looks that would settle what is open."""
    explained = sum(finding.rate.bytes_per_unit for finding in leaks)
    growing = memory.resident.growing and explained < tolerances.SETTLED_SHARE * memory.resident.per_unit
    growing |= explained < tolerances.SETTLED_SHARE * device_rate(case)
    doubtful = [gauge for gauge in DOUBTFUL if case.growth(gauge, 2.5).growing]
    return ("collect",) if growing or doubtful else ()
