"""Pass 7: the verdict on the whole run, in one word and one sentence."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Callable, List, Optional, Tuple

from tensorleak_engine import tolerances
from tensorleak_engine.case import Case
from tensorleak_engine.devices import device_names, device_rate, released
from tensorleak_engine.growth import Trend
from tensorleak_engine.memory import Memory
from tensorleak_engine.model.diagnosis import Finding, Verdict
from tensorleak_engine.native import released_by_looking
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


Say = Callable[[Case, Memory, List[Finding]], Optional[str]]
NOTHING, COLLECT, DOUBTS = "nothing", "a collection", "what is in doubt"  # what a verdict asks to have looked at


@dataclass(frozen=True)
class Row:
    """One row of the table of verdicts: the word, when it is given, the sentence where it is, and what would make it surer."""

    verdict: Verdict
    when: str
    say: Say
    asks: str = DOUBTS


def rule(case: Case, memory: Memory, findings: list[Finding]) -> Ruling:
    """The verdict: that of the first row which has a sentence to say."""
    leaks = [finding for finding in findings if finding.verdict is Verdict.LEAK]
    for row in TABLE:
        sentence = row.say(case, memory, findings)
        if sentence is not None:
            if row.asks is NOTHING:
                return Ruling(row.verdict, sentence)
            asked = ("collect",) if row.asks is COLLECT else _questions(case, memory, leaks)
            return Ruling(row.verdict, sentence, _ruled_out(case, memory), asked)
    raise AssertionError("the last row of the table always has a sentence")


def _with(verdict: Verdict, findings: list[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.verdict is verdict]


def _leak(case: Case, memory: Memory, findings: list[Finding]) -> str | None:
    leaks = _with(Verdict.LEAK, findings)
    return _leak_sentence(leaks) if leaks else None


def _nothing_seen(case: Case, memory: Memory, findings: list[Finding]) -> str | None:
    return _absence(case)


def _unexplained(case: Case, memory: Memory, findings: list[Finding]) -> str | None:
    return next((finding.summary for finding in _with(Verdict.UNEXPLAINED, findings)), None)


def _growing(case: Case, memory: Memory, findings: list[Finding]) -> str | None:
    return next((f"{finding.summary}; not yet confirmed" for finding in _with(Verdict.GROWING, findings)), None)


def _deferred(case: Case, memory: Memory, findings: list[Finding]) -> str | None:
    deferred, freed = _with(Verdict.DEFERRED, findings), _freed_by_collection(case)
    if not deferred and freed <= memory.notable:
        return None
    what = deferred[0].summary if deferred else f"{amount(freed)} were garbage"
    return f"{what}, but a collection frees it: garbage that waits for Python's collector, not a leak"


def _filling(case: Case, memory: Memory, findings: list[Finding]) -> str | None:
    filling = [finding for finding in findings if finding.bound is not None]
    if not filling:
        return None
    first = filling[0]
    each = first.rate.bytes_per_unit / first.rate.count_per_unit if first.rate.count_per_unit else 0.0
    return f"{first.summary}, but no more than {first.bound:,} in all ({amount((first.bound or 0) * each)})"


def _is_used_more(memory: Memory) -> bool:
    """Whether memory in use grows, by more than what a trim of resident memory would leave."""
    rise = memory.peak - memory.start
    return memory.used.growing and (memory.resident.growing or memory.used.total > tolerances.IN_USE_SHARE * rise > 0)


def _short_of_growth(case: Case, memory: Memory, findings: list[Finding]) -> str | None:
    short = _too_short(case)
    return short + _risen(case, memory) if short and _is_used_more(memory) else None


def _grew(case: Case, memory: Memory) -> str:
    return f"memory in use grew by {amount(memory.used.per_unit)} per {case.unit_word}"


def _let_go(case: Case, memory: Memory, findings: list[Finding]) -> str | None:
    freed = _freed_at_the_end(case) >= tolerances.FREED_SHARE * memory.used.total
    if not _is_used_more(memory) or not freed or _in_a_container(case, memory):
        return None
    return f"{_grew(case, memory)}, but a collection at the end freed it"


def _grew_until_the_end(case: Case, memory: Memory, findings: list[Finding]) -> str | None:
    looked = any(not look.final for look in case.collections())
    if not _is_used_more(memory) or memory.used.total <= memory.notable:
        return None
    if looked and released_by_looking(case, memory):
        return None
    return f"{_grew(case, memory)} until the loop was over: a longer run would tell what holds it"


def _kept_by_malloc(case: Case, memory: Memory, findings: list[Finding]) -> str | None:
    rise, given = memory.peak - memory.start, _given_back(case, memory)
    if rise <= memory.notable or given <= tolerances.GIVEN_BACK * rise:
        return None
    return f"the program released its memory; malloc keeps {amount(given)} of it for reuse"


def _kept_by_pool(case: Case, memory: Memory, findings: list[Finding]) -> str | None:
    given = released(case)
    if given is None:
        return None
    name, now, peak = given
    return (
        f"the program released its memory on {name} ({amount(now)} in use now); "
        f"TensorFlow's pool keeps what the peak of {amount(peak)} took"
    )


def _mapped(case: Case, memory: Memory, findings: list[Finding]) -> str | None:
    if memory.file_growth <= memory.notable:
        return None
    grown = amount(memory.file_growth)
    return f"{grown} of mapped files became resident: the kernel takes such pages back when it needs them"


def _stopped(case: Case, memory: Memory, findings: list[Finding]) -> str | None:
    return next((f"{one.summary}, but it has stopped growing" for one in _with(Verdict.BOUNDED, findings)), None)


def _finite_traces(case: Case, memory: Memory, findings: list[Finding]) -> str | None:
    traces = case.growth("function.traces")
    if traces.trend is not Trend.BOUNDED or traces.whole < tolerances.SOME_TRACES:
        return None
    return f"{traces.whole:.0f} traces were made and then no more: a finite set of signatures"


def _short(case: Case, memory: Memory, findings: list[Finding]) -> str | None:
    short = _too_short(case)
    return short + _risen(case, memory) if short else None


def _seldom_read(case: Case, memory: Memory, findings: list[Finding]) -> str | None:
    """Something rose, and whether it goes on rising was not seen: the machine let nobody look, or the program was over."""
    judged = [case.growth(gauge) for gauge in COUNTED]
    judged += [memory.used] if memory.used.total > memory.notable else []
    few = len(case.timeline.times) <= MOMENTS
    if not few and not any(one.unread and one.trend is Trend.UNCLEAR for one in judged):
        return None
    seen = len({work for work, _ in case.series("process.rss")}) or len(case.timeline.times)
    moments = "moment" if seen == 1 else "moments"
    seldom = f"{_work_words(case)} were read at {seen} {moments} only, too seldom to judge"
    return ((few and _too_short(case)) or seldom) + _risen(case, memory)


def _risen_and_stopped(case: Case, memory: Memory, findings: list[Finding]) -> str | None:
    rise = memory.peak - memory.start
    stopped = memory.used.trend in (Trend.BOUNDED, Trend.STEADY, Trend.UNCLEAR)
    if rise <= memory.notable or not stopped:
        return None
    return f"memory rose by {amount(rise)} and stopped at {amount(memory.now)}"


def _steady(case: Case, memory: Memory, findings: list[Finding]) -> str | None:
    return f"memory is steady at {amount(memory.now)} over {_work_words(case)}"


MOMENTS = 2  # a first and a last reading show no course: not that anything goes on rising, nor that nothing does
TABLE: Tuple[Row, ...] = (
    Row(Verdict.LEAK, "a cause is confirmed to grow with the work", _leak),
    Row(Verdict.TOO_SHORT, "TensorFlow never came to work", _nothing_seen, NOTHING),
    Row(
        Verdict.UNEXPLAINED,
        "memory in use grows evenly, outlives a collection, and nothing that is known accounts for it",
        _unexplained,
        COLLECT,
    ),
    Row(Verdict.GROWING, "something grows, and is not confirmed yet", _growing, COLLECT),
    Row(Verdict.DEFERRED, "a collection frees what had grown", _deferred),
    Row(Verdict.BOUNDED, "a container fills up to a bound of its own", _filling),
    Row(
        Verdict.TOO_SHORT,
        "memory in use grows, over fewer rounds or seconds than a verdict needs",
        _short_of_growth,
        NOTHING,
    ),
    Row(Verdict.TOO_SHORT, "something rose, and was read too seldom to say whether it goes on", _seldom_read, NOTHING),
    Row(Verdict.DEFERRED, "memory in use grows, and a collection at the end frees it", _let_go),
    Row(Verdict.GROWING, "memory in use grows until the loop is over, and is let go of with it", _grew_until_the_end),
    Row(Verdict.RETAINED, "the program released its memory, and malloc keeps it", _kept_by_malloc),
    Row(Verdict.RETAINED, "the program released memory on a device, and TensorFlow's pool keeps it", _kept_by_pool),
    Row(Verdict.RETAINED, "pages of mapped files became resident", _mapped),
    Row(Verdict.BOUNDED, "what grew has stopped", _stopped),
    Row(Verdict.BOUNDED, "traces were made, and then no more", _finite_traces),
    Row(Verdict.TOO_SHORT, "fewer rounds or seconds than a verdict needs", _short, NOTHING),
    Row(Verdict.BOUNDED, "memory rose and stopped", _risen_and_stopped),
    Row(Verdict.STEADY, "none of these", _steady),
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
    counted = units >= 1 or seconds >= tolerances.MIN_SECONDS  # work that was over before a sample could count it
    if units < tolerances.MIN_UNITS and case.unit != "seconds" and counted:
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


def _in_a_container(case: Case, memory: Memory) -> bool:
    """Whether one container was seen to take up the growth: garbage it became only when the program let go of it."""
    return any(
        row.rises >= 2 and row.growth * row.element_bytes >= tolerances.FREED_SHARE * memory.used.total
        for look in case.recording.looks
        for row in look.containers
    )


def _freed_at_the_end(case: Case) -> float:
    """Bytes that collections freed when the program had ended."""
    return sum(
        look.before.get("malloc.in_use", 0) - look.after.get("malloc.in_use", 0)
        for look in case.collections()
        if look.final
    )


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
