"""Containers that grew in every interval between close looks."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from typing import Iterable, List, Tuple

from tensorleak_engine import tolerances
from tensorleak_engine.case import Case
from tensorleak_engine.devices import device_gauges
from tensorleak_engine.model.diagnosis import Location, Verdict
from tensorleak_engine.model.owner import Owner
from tensorleak_engine.records import Container, Holder, Look
from tensorleak_engine.spread import Stretch
from tensorleak_engine.timeline import SPREAD
from tensorleak_engine.wording import amount
from tensorleak_probe.gauge_catalogue import kinds

PLAIN = ("EagerTensor", "Tensor", "ndarray", "tensor", "array", "str", "bytes")  # elements that hold nothing in turn
HIDDEN = "hidden"  # the type of elements that Python does not show, but for their number
MALLOCED = ("array", "tensor")
WEIGHED = ("object", "array", "tensor")  # contents of which Python sees what they weigh
History = List[Tuple[Look, Container]]  # the looks that saw one container, in order, with what they saw


def container_owners(case: Case) -> Iterable[Owner]:
    """Containers that grew in every interval between close looks."""
    looks = case.censuses()
    full = [look for look in looks if not look.quiet]
    found: dict[str, tuple[Owner, History]] = {}
    for history in sorted(_histories(full), key=lambda history: history[-1][0].t):
        holder = _holder(history)
        if holder is None or not (
            _is_users(holder) or history[-1][1].users or _holds_counted(case, history[-1][1], holder)
        ):
            continue  # at exit it may be gone from its name: an earlier look told
        owner = _Growing(case, looks, full, _as_at_work(history), holder).owner()
        if owner is None:
            continue
        alike, seen = found.get(holder.words, (None, history))
        if alike is not None and _are_siblings(alike, owner, _seen_together(seen, history)):
            found[holder.words] = _together(alike, owner), history
        elif alike is None or (owner.nbytes or 0) >= (alike.nbytes or 0) or not _both_leak(alike, owner):
            found[holder.words] = owner, history  # what was seen last counts: one container may be met by several ways
    yield from (owner for owner, _ in found.values())


def _histories(looks: list[Look]) -> list[History]:
    """What each container was seen to hold, look by look.

    Siblings that lie at one place have a history each. One object that several ways lead to has one, whichever way a look came by.
    """
    times = Counter((row.id, row.thing) for look in looks for row in look.containers)
    # Not where a place is known by the largest of its containers, which may be another one at each look.
    passing = {place for (place, _), count in times.items() if count < 2}
    kept: dict[tuple[int, int], History] = {}
    for look in looks:
        for row in look.containers:
            kept.setdefault((row.id, 0 if row.id in passing else row.thing), []).append((look, row))
    found: list[History] = []
    for history in kept.values():
        known = next((other for other in found if _is_one(other, history)), None)
        if known is None:
            found.append(history)
        else:
            known[:] = _joined(known, history)
    return found


def _is_one(one: History, other: History) -> bool:
    """Whether two histories are of one object: it was never shorter at a later look, or another has taken its place in memory."""
    things = {row.thing for _, row in one if row.thing}
    if not things or any(row.thing not in things for _, row in other):
        return False
    lengths = [row.length for _, row in sorted(one + other, key=lambda seen: (seen[0].t, seen[1].length))]
    return lengths == sorted(lengths)


def _joined(one: History, other: History) -> History:
    """Two histories of one object; each look counts once, and the last one knows how often it has risen at least."""
    seen = {look.t: (look, row) for look, row in one + other}
    joined = [seen[time] for time in sorted(seen)]
    look, row = joined[-1]
    seen_rises = sum(b.length > a.length for (_, a), (_, b) in zip(joined, joined[1:]))
    rises = max(seen_rises, *(row.rises for _, row in one + other))
    return [*joined[:-1], (look, replace(row, rises=rises))]


def _holder(history: History) -> Holder | None:
    """Who holds it, by the last look that told; a name of the program's rather than one of a library's."""
    holders = [row.holder for _, row in reversed(history) if row.holder is not None]
    return next((holder for holder in holders if not holder.library), holders[0] if holders else None)


def _is_users(holder: Holder) -> bool:
    """Whether a name of the program's leads there; what a framework has in its own tables is its own affair, but for the program's classes."""
    return holder.user and not holder.framework


def _holds_counted(case: Case, row: Container, holder: Holder) -> bool:
    """Whether a framework's object under a name of the program's keeps things that are counted one by one, and their count grows.

    A tracked list of a `tf.Module` is such an object. What else a framework keeps inside its objects is its own affair.
    """
    gauge = kinds().get(row.contents)
    counted = gauge is not None and case.growth(gauge.name).growing
    return holder.user and holder.inside and (counted or (row.contents == "tensor" and case.tensors_multiply()))


def _both_leak(one: Owner, other: Owner) -> bool:
    return one.verdict is Verdict.LEAK and other.verdict is Verdict.LEAK


def _is_mapping(row: Container) -> bool:
    """Whether a container keeps values by keys: a dict, or an object of a class that the program derived from it."""
    return row.type in ("dict", "OrderedDict", "defaultdict") if row.mapping is None else row.mapping


def _is_entry(element_type: str) -> bool:
    """Whether an element is a value and no object of a class: a tensor, or a built-in container with one in it."""
    module, _, name = element_type.rpartition(".")
    return name in PLAIN or module == "builtins"


def _as_at_work(history: History) -> History:
    """A history whose last row tells what the elements were while the program ran: at its end it may have emptied them."""
    look, row = history[-1]
    running = [seen for at, seen in history if not at.final]
    if not (look.final and running) or running[-1].element_bytes <= row.element_bytes:
        return history
    known = running[-1]
    told = replace(known, length=row.length, growth=row.growth, rises=row.rises, span=row.span, above=row.above)
    return [*history[:-1], (look, told)]


def _seen_together(one: History, other: History) -> bool:
    """Whether one look saw both, as two objects: not one container that was met by two ways."""
    things = {look.t: row.thing for look, row in one}
    return any(0 != row.thing != things.get(look.t, 0) != 0 for look, row in other)


def _are_siblings(one: Owner, other: Owner, together: bool) -> bool:
    """Whether two containers lie at the same place, under several keys of one dict or in several objects of a class, and grow alike."""
    return (
        one.holder is not None
        and other.holder is not None
        and (together or one.holder.trail == other.holder.trail != "")
        and (one.verdict, one.contents, one.bound) == (other.verdict, other.contents, other.bound)
    )


def _together(one: Owner, other: Owner) -> Owner:
    """Siblings as one owner: it gains what all of them gain."""
    stretches = tuple((work, gained + more) for (work, gained), (_, more) in zip(one.stretches, other.stretches))
    return replace(
        one,
        adder=one.adder or other.adder,
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
        bound = self._bound()
        weak = self._is_weak() and not self._goes_on_by(rate, 1 / tolerances.BEHIND_SHARE)
        doubtful = _is_early(self.case, self.full) or weak or self._is_in_passing()
        adders = next(filter(None, (self.case.adders(seen.id) for _, seen in reversed(self.history))), [])
        flags = (
            ("callback", self.holder.callback),
            ("opaque", row.opaque),
            ("whole", row.whole),
            ("notable", row.whole and self._is_notable()),
            ("nested", row.element_type.rpartition(".")[2] not in PLAIN),
            ("hidden", row.element_type == HIDDEN),
            ("entries", row.contents == "tensor" and _is_mapping(row) and _is_entry(row.element_type)),
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
                for told in (*self._told(growth), *_called_from(adders))
            ),
        )

    def _told(self, growth: int) -> Iterable[str]:
        """What the looks saw, in words."""
        row = self.row
        if row.whole:
            gained = amount(growth * row.element_bytes)
            yield f"{self.holder.words} grew to {amount(row.length * row.element_bytes)}, {gained} of it between close looks"
        else:
            yield f"{self.holder.words} grew to {row.length} elements, {growth} of them between close looks"
            yield f"its elements are {row.element_type}, about {row.element_bytes:,} bytes each"

    def _bound(self) -> int | None:
        """How many elements it takes at most, if memory has room for so many.

        What had fewer places at an earlier look gets more of them when it is full.
        """
        bounds = {row.bound for _, row in self.history if row.bound is not None}
        bound = min(bounds, default=self.holder.bound) if len(bounds) < 2 else None
        limit = self.case.recording.header.memory_limit
        too_large = bound is not None and limit and bound * self.row.element_bytes > tolerances.FITS_SHARE * limit
        return None if too_large else bound

    def _gained(self) -> tuple[int, float]:
        """Elements that it gained since it began to rise, and the work done meanwhile."""
        index = next(number for number, look in enumerate(self.full) if look is self.last)
        span = max(self.row.rises, self.row.span)
        start, growth = self.full[max(0, index - span)], self.row.growth
        # It began to rise before this recording did, or was not visited by each look, as names of libraries and of functions that
        # run now and then are not: what counts is what it was seen to gain.
        since = sum(look.t >= self.history[0][0].t for look in self.full[: index + 1])
        ways = {row.id for _, row in self.history}
        seldom = self.holder.library or since > len(self.history) or len(ways) > 1
        if span > index or (seldom and len(self.history) > 1):
            start, known = self.history[0]
            growth = self.row.length - known.length
        return growth, self._work_since(start)

    def _is_chance(self, rate: float) -> bool:
        """Whether what was seen may come by chance, or weighs nothing."""
        row = self.row
        rarely = tolerances.RARELY / (tolerances.TENSORS_A_ROUND if self.case.unit == SPREAD else 1)
        seen = row.growth * row.element_bytes if row.contents in WEIGHED else float("inf")
        few = row.growth < tolerances.FEW_ELEMENTS and seen < tolerances.NOTABLE_BYTES
        needed = (2 if seen < tolerances.NOISE_BYTES else 1) * tolerances.SURE_RISES
        if self._lets_tensors_go():
            return True
        if rate < rarely and (few or row.rises < needed):
            return True  # next to nothing for the work done: it may be emptied now and then, and a few rises are chance
        nearly_full = row.growth < tolerances.LITTLE_MORE * (row.length - row.growth)
        if rate < rarely and nearly_full and row.rises < 2 * tolerances.SURE_RISES:
            return True  # ... and it held most of that before: it varies with the pace of the program
        if self._is_weak() and (row.above is not None or any(self._later())):
            return True  # it was seen to fall, or the next look did not see it again
        return row.distinct * 4 < row.sampled  # the same few objects again and again cost pointers only

    def _lets_tensors_go(self) -> bool:
        """Whether there are hardly more live tensors at any look although it gained elements with some: they are taken from what stays."""
        counted = [(look, row) for look, row in self.history if not (look.final or look.glance) and look.tensors]
        if self.row.contents != "tensor":
            return False
        stretches = [
            (later.length - earlier.length, at.tensors - since.tensors)
            for (since, earlier), (at, later) in zip(counted, counted[1:])
            if later.length - earlier.length >= tolerances.FEW_ELEMENTS
        ]
        # Where many tensors went, others than those of this container may have: nobody can tell.
        return bool(stretches) and all(abs(more) < tolerances.WITH_TENSORS * grown for grown, more in stretches)

    def _is_weak(self) -> bool:
        """Whether a few elements in a few looks are all there is: what is filled and emptied in turn may look so by chance.

        What has been seen to fall, or was not looked at between looks, has to rise more often; of what fell, only what it never held
        counts, and that has to be a good part of what it held: whoever looks now and then meets ever higher tops.
        """
        row, above = self.row, self.row.above
        if above is not None and row.rises < tolerances.SURE_RISES:
            return True
        unsure = above is not None or row.watched is False
        gained = row.growth if above is None else min(row.growth, above)
        needed = 2 * tolerances.SURE_RISES if unsure else tolerances.FEW_RISES
        more = max(above or 0, row.length - self.history[0][1].length)  # than before the fall, or than at first
        a_little = above is not None and more < tolerances.LITTLE_MORE * (row.length - more)
        return row.rises < needed and (gained < tolerances.FEW_ELEMENTS or a_little)

    def _is_notable(self) -> bool:
        """Whether it has only ever become larger, often, and by so much that it counts, wherever its memory comes from."""
        row = self.row
        much = row.growth * row.element_bytes >= tolerances.NOTABLE_BYTES
        return much and row.above is None and row.rises >= tolerances.SURE_RISES

    def _is_in_passing(self) -> bool:
        """Whether one look saw it in the hands of a library's function, and no other."""
        return self.holder.library and _is_local(self.holder) and len(self.history) < 2

    def _later(self) -> list[Look]:
        """Looks in the running program that did not see it any more; not those that did not get through, or did not visit its names."""
        later = (look for look in self.looks if look.t > self.last.t and not look.final and not look.cut)
        # Local names are visited by each look, those of a library's frames, too.
        return [look for look in later if look.libraries or not self.holder.library or _is_local(self.holder)]

    def _has_stopped(self, rate: float) -> bool:
        """Whether something speaks against its growing on: looks, counters or memory that ought to have risen with it."""
        quiet = not self.last.final and _quiet_since(self.case, self.last.t, rate, self.row, self.history)
        return (
            self._was_as_long(rate)
            or self._fell_behind(rate)
            or self._is_missed(rate)
            or _gauge_stopped(self.case, self.row, rate, self.holder)
            or quiet
        )

    def _was_as_long(self, rate: float) -> bool:
        """Whether the look before the last one saw as much, although more was due; time goes on when the program has ended."""
        if len(self.history) < 2 or (self.last.final and self.case.unit == "seconds"):
            return False
        known = self.history[-2][1]
        rested = next(self._work_since(look) for look, row in self.history if row.length >= self.row.length)
        block = tolerances.BLOCK * known.length if self.row.whole and self.row.contents == "object" else 0.0
        due = rate * rested >= max(tolerances.DUE, block) and rested > self._longest_rest()
        return known.length >= self.row.length and due and not self._memory_goes_on(rate)

    def _memory_goes_on(self, rate: float) -> bool:
        """Whether it only rested at the last look: memory in use has risen since as it must if it grows on.

        A program has phases: one of them fills it, another one does the same kind of work without.
        """
        rested = len(self.history) > 2 and self.history[-3][1].length >= self.row.length
        return not rested and self._goes_on_by(rate)

    def _goes_on_by(self, rate: float, most: float = math.inf) -> bool:
        """Whether memory in use has risen since the last look as it must if the container grows on, and not by more than `most` of that."""
        gauges = ("malloc.in_use", *device_gauges(self.case))
        return any(self._has_risen_on(rate, gauge, most) for gauge in gauges)

    def _has_risen_on(self, rate: float, gauge: str, most: float) -> bool:
        """Whether memory of one kind has risen so since the last look."""
        reached = self.case.work_of(self.last)
        in_use = [point for point in self.case.series(gauge) if point[0] >= reached]
        if len(in_use) < 2:
            return False
        due = rate * self.row.element_bytes * (in_use[-1][0] - in_use[0][0])
        gained = max(value for _, value in in_use) - in_use[0][1]
        return due > tolerances.NOISE_BYTES and tolerances.BEHIND_SHARE * due <= gained <= most * due

    def _longest_rest(self) -> float:
        """The most work between two looks before in which it gained nothing and went on afterwards: some things grow by blocks."""
        longest, since = 0.0, self.case.work_of(self.history[0][0])
        for (_, before), (look, row) in zip(self.history, self.history[1:]):
            work = self.case.work_of(look)
            if row.length > before.length:
                since = work
            elif row.length < self.row.length:
                longest = max(longest, work - since)
        return longest

    def _fell_behind(self, rate: float) -> bool:
        """Whether it has gained little in the later part of its rise, or since it was longer before: it fills up, or is emptied in turn."""
        begun, work = self.row.length - self.row.growth, self.row.growth / rate
        # Work that is only known from samples is too coarse to tell, unless it was spread over the time between them.
        counted = self.case.unit in self.last.w or self.case.unit == SPREAD
        rest = self._longest_rest()  # what comes by long rounds may just be about to come
        alone = len({look.t for look, _ in self.history}) == len(self.history)  # siblings at one place differ in length
        return (
            counted
            and alone
            and any(
                row.length > begun
                and self._work_since(look) >= tolerances.LATER_PART * work
                and self.row.length - row.length
                < tolerances.BEHIND_SHARE * self._pace_until(look, row, rate, work) * (self._work_since(look) - rest)
                for look, row in self.history[:-1]
            )
        )

    def _pace_until(self, look: Look, row: Container, rate: float, work: float) -> float:
        """Elements per unit of work until a look, where that was a good part of work that is counted; else the rate of the whole."""
        done = work - self._work_since(look)
        if self.row.whole or self.case.unit == SPREAD or done < tolerances.EARLIER_PART * work:
            return rate
        return max(rate, (row.length - (self.row.length - self.row.growth)) / done)

    def _work_since(self, look: Look) -> float:
        return self.case.work_of(self.last) - self.case.work_of(look)

    def _is_missed(self, rate: float) -> bool:
        """Whether later looks did not see it, although it would have grown.

        Names of libraries are visited by turns, the program's own each time. What only a running function's name leads to is seen
        while that function is at work.
        """
        needed = tolerances.DUE if self.holder.library else 1
        reached = self.case.work_of(self.last)
        missed = [look for look in self._later() if rate * (self.case.work_of(look) - reached) >= needed]
        if any(self._was_at_work(look) for look in missed):
            return True
        return len(missed) >= (tolerances.NOT_AT_WORK if _is_local(self.holder) else 1)

    def _was_at_work(self, look: Look) -> bool:
        """Whether a look met something else by the name that leads here: the function that has the name was running."""
        names = (row.holder.path[:1] for row in look.containers if row.holder is not None)
        return _is_local(self.holder) and not self.holder.library and self.holder.path[:1] in names

    def _stretches(self) -> tuple[Stretch, ...]:
        """What it gained from look to look."""
        points = [(self.case.work_of(look), row.length) for look, row in self.history]
        return tuple((b[0] - a[0], float(b[1] - a[1])) for a, b in zip(points, points[1:]))


def _called_from(adders: list[Location]) -> Iterable[str]:
    """Who calls the function that adds: where it is one that others use, that is the line to look at."""
    if len(adders) > 1 and not adders[0].function.startswith("<"):
        adder, caller = adders[:2]
        yield f"{adder.function}() was called for it at {caller.file.rsplit('/', 1)[-1]}:{caller.line}"


def _gauge_stopped(case: Case, row: Container, rate: float, holder: Holder) -> bool:
    """Whether the exact count of such things has not risen of late, although at this rate several more were due.

    A count of fewer than the program's container holds is one of others: functions that a loader restores are not heard of.
    """
    gauge = kinds().get(row.contents)
    series = case.series(gauge.name) if gauge is not None else []
    if not series:
        return False
    top = max(value for _, value in series)
    if top < row.length and not holder.library:
        return False
    reached = next(work for work, value in series if value == top)
    return rate * (series[-1][0] - reached) >= tolerances.DUE


def _is_local(holder: Holder) -> bool:
    return holder.path[:1] != [] and holder.path[0].startswith("local ")


def _is_early(case: Case, looks: list[Look]) -> bool:
    """Whether the program still runs and has been watched for a moment only: what fills now may be full in the next one."""
    watched = case.timeline.times[-1] - looks[0].t
    return case.recording.end is None and watched < tolerances.EARLY


def _quiet_since(case: Case, time: float, rate: float, row: Container, history: History) -> bool:
    """Whether nothing grew in the samples after the last look, neither Python's heap nor memory, although more was due.

    What tensors and arrays hold comes from malloc, from a pool of TensorFlow's that takes ever larger pieces from malloc, so that its count
    stands still for long and only the pages that come into use tell, or from a device. Small objects have other places.
    """
    timeline = case.timeline
    after = sum(at >= time for at in timeline.times)
    if after < 2:
        return False
    done = timeline.work_at(case.unit, timeline.times[-1]) - timeline.work_at(case.unit, timeline.times[-after])
    elements, size = rate * done, _size(case, row, history)
    gained = {
        name: max(values[-after:]) - values[-after] for name, values in timeline.gauges.items() if len(values) >= after
    }
    # Resident memory is flat, too, while malloc gives out what was freed before.
    memory = ("malloc.in_use", "process.rss", *device_gauges(case))
    due = {"python.blocks": elements, **dict.fromkeys(memory, elements * size)}
    flat = {name: gained[name] < tolerances.FLAT_SHARE * more for name, more in due.items() if name in gained}
    if row.contents in MALLOCED and "malloc.in_use" in flat:
        if elements * size >= tolerances.NOISE_BYTES:
            return all(flat.get(name, True) for name in memory)
        if elements >= tolerances.SEEN_ELEMENTS and _rose_with(case, row, history):
            return flat["malloc.in_use"]  # resident memory is too coarse for so little
    return elements >= tolerances.SEEN_ELEMENTS and all(flat.values())


def _rose_with(case: Case, row: Container, history: History) -> bool:
    """Whether malloc's count rose with it as long as looks saw it grow: then that count tells even of a little that it has stopped."""
    (first, known), (last, _) = history[0], history[-1]
    rise, grown = case.rise("malloc.in_use", first.t, last.t), row.length - known.length
    return rise is not None and rise >= (1 - tolerances.FLAT_SHARE) * grown * row.element_bytes > 0


def _size(case: Case, row: Container, history: History) -> float:
    """Bytes of an element: no more than memory gained for each while the looks saw it grow. Nodes of a tree hold other nodes."""
    first, known = history[0]
    memory = ("malloc.in_use", "process.rss", *device_gauges(case))
    gained = [case.rise(name, first.t, history[-1][0].t) for name in memory]
    seen = [rise for rise in gained if rise is not None]
    grown = row.length - known.length
    return min(row.element_bytes, max(seen) / grown) if seen and grown > 0 and max(seen) > 0 else row.element_bytes
