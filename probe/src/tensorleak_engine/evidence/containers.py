"""Containers that grew in every interval between close looks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Iterable, List, Tuple

from tensorleak_engine import tolerances
from tensorleak_engine.case import Case
from tensorleak_engine.model.diagnosis import Location, Verdict
from tensorleak_engine.model.owner import Owner
from tensorleak_engine.records import Container, Holder, Look
from tensorleak_engine.spread import Stretch
from tensorleak_probe.gauge_catalogue import kinds

PLAIN = ("EagerTensor", "Tensor", "ndarray", "tensor", "array", "str", "bytes")  # elements that hold nothing in turn
History = List[Tuple[Look, Container]]  # the looks that saw one container, in order, with what they saw


def container_owners(case: Case) -> Iterable[Owner]:
    """Containers that grew in every interval between close looks."""
    looks = case.censuses()
    full = [look for look in looks if not look.quiet]
    histories: dict[int, History] = {}
    for look in full:
        for row in look.containers:
            histories.setdefault(row.id, []).append((look, row))
    found: dict[str, Owner] = {}
    for history in sorted(histories.values(), key=lambda history: history[-1][0].t):
        holder = next((row.holder for _, row in reversed(history) if row.holder is not None), None)
        if holder is None or not (_is_users(holder) or history[-1][1].users):
            continue  # at exit it may be gone from its name: an earlier look told
        owner = _Growing(case, looks, full, history, holder).owner()
        alike = found.get(holder.words)
        if owner is None:
            continue
        if alike is not None and _are_siblings(alike, owner):
            found[holder.words] = _together(alike, owner)
        elif alike is None or (owner.nbytes or 0) >= (alike.nbytes or 0) or owner.verdict is not Verdict.LEAK:
            found[holder.words] = owner
    yield from found.values()


def _is_users(holder: Holder) -> bool:
    """Whether a name of the program's leads there; what a framework has in its own tables is its own affair, but for the program's classes."""
    return holder.user and not holder.framework


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


@dataclass
class _Growing:
    """One container over the looks that saw it grow."""

    case: Case
    looks: list[Look]  # all of them
    full: list[Look]  # those that were not cut short because nothing had grown
    history: History
    holder: Holder

    @property
    def last(self) -> Look:
        """The look that saw it last."""
        return self.history[-1][0]

    @property
    def row(self) -> Container:
        """What that look saw."""
        return self.history[-1][1]

    def owner(self) -> Owner | None:
        """The container as a suspect; None where it tells nothing."""
        row, growth, work = self.row, *self._gained()
        if work <= 0 or growth <= 0:
            return None
        rate = growth / work
        if self._is_chance(rate):
            return None
        stopped = self._has_stopped(rate)
        bound = row.bound if row.bound is not None else self.holder.bound
        doubtful = _is_early(self.case, self.full) or _is_weak(row)
        adders = self.case.adders(row.id)
        flags = (
            ("callback", self.holder.callback),
            ("opaque", row.opaque),
            ("whole", row.whole),
            ("nested", row.element_type.rpartition(".")[2] not in PLAIN),
        )
        return Owner(
            "container",
            rate,
            stretches=self._stretches(),
            nbytes=rate * row.element_bytes,
            holder=self.holder,
            adder=adders[0] if adders else None,
            contents=row.contents,
            container=row.type,
            verdict=Verdict.BOUNDED if stopped or bound is not None else Verdict.GROWING if doubtful else Verdict.LEAK,
            name=self.holder.name,
            bound=None if stopped else bound,
            size=row.element_bytes,
            flags=frozenset(name for name, given in flags if given),
            evidence=tuple(
                self.case.looked(self.holder.words, told, (look for look, _ in self.history))
                for told in (
                    f"{self.holder.words} grew to {row.length} elements, {growth} of them between close looks",
                    f"its newest elements are {row.element_type}, about {row.element_bytes:,} bytes each",
                    *_called_from(adders),
                )
            ),
        )

    def _gained(self) -> tuple[int, float]:
        """Elements that it gained since it began to rise, and the work done meanwhile."""
        index = next(number for number, look in enumerate(self.full) if look is self.last)
        start, growth = self.full[max(0, index - max(0, self.row.rises))], self.row.growth
        # It began to rise before this recording did, or was not visited by each look as names of libraries are: what counts is what
        # it was seen to gain.
        if self.row.rises > index or (self.holder.library and len(self.history) > 1):
            start, known = self.history[0]
            growth = self.row.length - known.length
        return growth, self._work_since(start)

    def _is_chance(self, rate: float) -> bool:
        """Whether what was seen may come by chance, or weighs nothing."""
        row = self.row
        if rate < tolerances.RARELY and row.rises < tolerances.SURE_RISES:
            return True  # next to nothing for the work done: it may be emptied now and then, and a few rises are chance
        if _is_weak(row) and any(self._later()):
            return True  # and the next look did not see it again
        return row.distinct * 4 < row.sampled  # the same few objects again and again cost pointers only

    def _later(self) -> list[Look]:
        """Looks in the running program that did not see it any more."""
        return [look for look in self.looks if look.t > self.last.t and not look.final]

    def _has_stopped(self, rate: float) -> bool:
        """Whether something speaks against its growing on: looks, counters or memory that ought to have risen with it."""
        quiet = not self.last.final and _quiet_since(self.case, self.last.t, rate, self.row.element_bytes)
        return (
            self._was_as_long(rate)
            or self._fell_behind(rate)
            or self._is_missed(rate)
            or _gauge_stopped(self.case, self.row.contents, rate)
            or quiet
        )

    def _was_as_long(self, rate: float) -> bool:
        """Whether the look before the last one saw as much, although more was due; time goes on when the program has ended."""
        if len(self.history) < 2 or (self.last.final and self.case.unit == "seconds"):
            return False
        earlier, known = self.history[-2]
        return known.length >= self.row.length and rate * self._work_since(earlier) >= tolerances.DUE

    def _fell_behind(self, rate: float) -> bool:
        """Whether it has gained little in the later half of its rise, or since it was longer before: it fills up, or is emptied in turn."""
        begun, work = self.row.length - self.row.growth, self.row.growth / rate
        counted = self.case.unit in self.last.w  # work that is only known from samples is too coarse to tell
        alone = len({look.t for look, _ in self.history}) == len(self.history)  # siblings at one place differ in length
        return (
            counted
            and alone
            and any(
                row.length > begun
                and 2 * self._work_since(look) >= work
                and self.row.length - row.length < tolerances.BEHIND_SHARE * rate * self._work_since(look)
                for look, row in self.history[:-1]
            )
        )

    def _work_since(self, look: Look) -> float:
        return self.case.work_of(self.last) - self.case.work_of(look)

    def _is_missed(self, rate: float) -> bool:
        """Whether later looks did not see it, although it would have grown.

        Names of libraries are visited by turns, the program's own each time. What only a running function's name leads to is seen
        while that function is at work.
        """
        needed = tolerances.DUE if self.holder.library else 1
        reached = self.case.work_of(self.last)
        missed = sum(rate * (self.case.work_of(look) - reached) >= needed for look in self._later())
        return missed >= (tolerances.NOT_AT_WORK if _is_local(self.holder) else 1)

    def _stretches(self) -> tuple[Stretch, ...]:
        """What it gained from look to look."""
        points = [(self.case.work_of(look), row.length) for look, row in self.history]
        return tuple((b[0] - a[0], float(b[1] - a[1])) for a, b in zip(points, points[1:]))


def _called_from(adders: list[Location]) -> Iterable[str]:
    """Who calls the function that adds: where it is one that others use, that is the line to look at."""
    if len(adders) > 1 and not adders[0].function.startswith("<"):
        adder, caller = adders[:2]
        yield f"{adder.function}() was called for it at {caller.file.rsplit('/', 1)[-1]}:{caller.line}"


def _gauge_stopped(case: Case, contents: str, rate: float) -> bool:
    """Whether the exact count of such things has not risen of late, although at this rate several more were due."""
    gauge = kinds().get(contents)
    series = case.series(gauge.name) if gauge is not None else []
    if not series:
        return False
    top = max(value for _, value in series)
    reached = next(work for work, value in series if value == top)
    return rate * (series[-1][0] - reached) >= tolerances.DUE


def _is_local(holder: Holder) -> bool:
    return holder.path[:1] != [] and holder.path[0].startswith("local ")


def _is_weak(row: Container) -> bool:
    """Whether a few elements in a few looks are all there is: what is filled and emptied in turn may look so by chance."""
    return row.rises < tolerances.FEW_RISES and row.growth < tolerances.FEW_ELEMENTS


def _is_early(case: Case, looks: list[Look]) -> bool:
    """Whether the program still runs and has been watched for a moment only: what fills now may be full in the next one."""
    watched = case.timeline.times[-1] - looks[0].t
    return case.recording.end is None and watched < tolerances.EARLY


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
