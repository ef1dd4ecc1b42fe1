"""Containers that grew in every interval between close looks."""

from __future__ import annotations

from dataclasses import replace
from typing import Iterable, List, Tuple

from tensorleak_engine import tolerances
from tensorleak_engine.case import Case
from tensorleak_engine.model.diagnosis import Verdict
from tensorleak_engine.model.owner import Owner
from tensorleak_engine.records import Container, Look
from tensorleak_engine.spread import Stretch
from tensorleak_probe.gauge_catalogue import kinds

History = List[Tuple[int, Container]]  # the looks that saw one container, by number, in order


def container_owners(case: Case) -> Iterable[Owner]:
    """Containers that grew in every interval between close looks."""
    looks = case.censuses()
    full = [look for look in looks if not look.quiet]
    seen: dict[str, Owner] = {}
    holders = {row.id: row.holder for look in full for row in look.containers if row.holder is not None}
    history: dict[int, History] = {}
    for index, look in enumerate(full):
        for row in look.containers:
            history.setdefault(row.id, []).append((index, row))
    for index, look in enumerate(full):
        for row in look.containers:
            row.holder = row.holder or holders.get(row.id)  # named by an earlier look, gone from its name at exit
            if row.holder is None or not row.holder.user or row.holder.framework:
                continue
            key = row.holder.words
            owner = _container_owner(case, row, index, history[row.id], full, looks)
            if owner is None:
                continue
            alike = seen.get(key)
            if alike is not None and _are_siblings(alike, owner):
                seen[key] = _together(alike, owner)
            elif alike is None or (owner.nbytes or 0) >= (alike.nbytes or 0) or owner.verdict is not Verdict.LEAK:
                seen[key] = owner
    yield from seen.values()


def _are_siblings(one: Owner, other: Owner) -> bool:
    """Whether two containers lie at the same place, under several keys of one dict, and grow alike."""
    return (
        one.holder is not None
        and other.holder is not None
        and one.holder.trail == other.holder.trail != ""
        and (one.verdict, one.contents, one.bound) == (other.verdict, other.contents, other.bound)
    )


def _together(one: Owner, other: Owner) -> Owner:
    """Siblings as one owner: it gains what all of them gain."""
    stretches = tuple((work, gained + more) for (work, gained), (_, more) in zip(one.stretches, other.stretches))
    return replace(
        one,
        count=one.count + other.count,
        nbytes=(one.nbytes or 0.0) + (other.nbytes or 0.0),
        stretches=stretches if len(one.stretches) == len(other.stretches) else (),
        flags=one.flags | other.flags,
        evidence=one.evidence + other.evidence[:1],
    )


def _container_owner(
    case: Case, row: Container, index: int, history: History, full: list[Look], looks: list[Look]
) -> Owner | None:
    """One container at its last appearance; None where a later look tells more."""
    look = full[index]
    if any(full[other].t > look.t for other, _ in reversed(history)):
        return None
    start, growth = full[max(0, index - max(0, row.rises))], row.growth
    if row.rises > index:  # it began to rise before this recording did: what it gained since is what counts
        first, known = history[0]
        start, growth = full[first], row.length - known.length
    work = case.work_of(look) - case.work_of(start)
    if work <= 0 or growth <= 0 or row.holder is None:
        return None
    rate = growth / work
    due = (rate * (case.work_of(other) - case.work_of(look)) for other in looks if other.t > look.t and not other.final)
    # Names of libraries are visited by turns, the program's own each time.
    needed = tolerances.DUE if row.holder.library else 1
    # It would have grown, had it gone on; what only a running function's name leads to is seen while that function is at work.
    running_after = sum(elements >= needed for elements in due) >= (tolerances.NOT_AT_WORK if _is_local(row) else 1)
    seen = [(other, match) for other, match in history if other <= index]
    previous = [(other, match.length) for other, match in seen if other < index]
    stopped = (
        bool(previous and previous[-1][1] >= row.length and _was_due(case, full[previous[-1][0]], look, rate))
        or running_after
        or _gauge_stopped(case, row.contents, rate)
        or (not look.final and _quiet_since(case, look.t, rate, row.element_bytes))
    )
    bound = row.bound if row.bound is not None else row.holder.bound
    if rate < tolerances.RARELY and row.rises < tolerances.SURE_RISES:
        return None  # next to nothing for the work done: it may be emptied now and then, and a few rises are chance
    if _is_weak(row) and any(other.t > look.t and not other.final for other in looks):
        return None  # and the next look did not see it again
    if row.distinct * 4 < row.sampled:
        return None  # the same few objects again and again cost pointers only
    return Owner(
        "container",
        rate,
        stretches=_between_looks(case, [(full[other], match) for other, match in seen]),
        nbytes=rate * row.element_bytes,
        holder=row.holder,
        adder=case.adder(row.id),
        contents=row.contents,
        container=row.type,
        verdict=_verdict(stopped or bound is not None, _is_early(case, full) or _is_weak(row)),
        name=row.holder.name,
        bound=None if stopped else bound,
        size=row.element_bytes,
        flags=frozenset(
            name
            for name, given in (("callback", row.holder.callback), ("opaque", row.opaque), ("whole", row.whole))
            if given
        ),
        evidence=[
            f"{row.holder.words} grew to {row.length} elements, {growth} of them between close looks",
            f"its newest elements are {row.element_type}, about {row.element_bytes:,} bytes each",
        ],
    )


def _was_due(case: Case, earlier: Look, later: Look, rate: float) -> bool:
    """Whether a container that grows at this rate would have grown between two looks; time goes on when the program has ended."""
    if later.final and case.unit == "seconds":
        return False
    return rate * (case.work_of(later) - case.work_of(earlier)) >= tolerances.DUE


def _gauge_stopped(case: Case, contents: str, rate: float) -> bool:
    """Whether the exact count of such things has not risen of late, although at this rate several more were due."""
    gauge = kinds().get(contents)
    series = case.series(gauge.name) if gauge is not None else []
    if not series:
        return False
    top = max(value for _, value in series)
    reached = next(work for work, value in series if value == top)
    return rate * (series[-1][0] - reached) >= tolerances.DUE


def _is_local(row: Container) -> bool:
    return row.holder is not None and row.holder.path[:1] != [] and row.holder.path[0].startswith("local ")


def _verdict(over: bool, doubtful: bool) -> Verdict:
    return Verdict.BOUNDED if over else Verdict.GROWING if doubtful else Verdict.LEAK


def _is_weak(row: Container) -> bool:
    """Whether a few elements in a few looks are all there is: what is filled and emptied in turn may look so by chance."""
    return row.rises < tolerances.FEW_RISES and row.growth < tolerances.FEW_ELEMENTS


def _is_early(case: Case, looks: list[Look]) -> bool:
    """Whether the program still runs and has been watched for a moment only: what fills now may be full in the next one."""
    watched = case.timeline.times[-1] - looks[0].t
    return case.recording.end is None and watched < tolerances.EARLY


def _between_looks(case: Case, seen: list[tuple[Look, Container]]) -> tuple[Stretch, ...]:
    """What a container gained from look to look."""
    points = [(case.work_of(look), match.length) for look, match in seen]
    return tuple((b[0] - a[0], float(b[1] - a[1])) for a, b in zip(points, points[1:]))


def _quiet_since(case: Case, time: float, rate: float, size: float) -> bool:
    """Whether nothing grew in the samples after the last look, neither Python's heap nor memory, although more was due."""
    timeline = case.timeline
    after = sum(at >= time for at in timeline.times)
    if after < 2:
        return False
    done = timeline.work_at(case.unit, timeline.times[-1]) - timeline.work_at(case.unit, timeline.times[-after])
    elements = rate * done
    # Resident memory is flat, too, while malloc gives out what was freed before.
    due = {"python.blocks": elements, "process.rss": elements * size, "malloc.in_use": elements * size}
    return elements >= tolerances.SEEN_ELEMENTS and all(
        max(values[-after:]) - values[-after] < tolerances.FLAT_SHARE * due[gauge]
        for gauge, values in timeline.gauges.items()
        if gauge in due and len(values) >= after
    )
