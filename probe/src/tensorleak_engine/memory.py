"""Pass 5: how resident memory grew, and the ledger of where the growth went."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Sequence

from tensorleak_engine import tolerances
from tensorleak_engine.case import Case
from tensorleak_engine.growth import Growth, Trend, judge, value_at
from tensorleak_engine.model.diagnosis import LedgerPart, MemoryGrowth, Verdict
from tensorleak_engine.model.owner import Owner
from tensorleak_engine.timeline import Series


@dataclass(frozen=True)
class Memory:
    """Resident memory, what of it is in use, and what malloc keeps free."""

    resident: Growth
    used: Growth
    free_growth: float
    file_growth: float
    start: float
    now: float
    peak: float

    @property
    def notable(self) -> float:
        """Bytes from which a rise of memory is worth a word: fewer where memory in use grows evenly to the end."""
        if self.used.growing:
            return tolerances.NOTABLE_BYTES
        return max(tolerances.NOTABLE_BYTES, tolerances.NOTABLE_RISE * self.start)


def measure(case: Case) -> Memory:
    """Judges resident memory as a whole, and without what malloc keeps and the pages of mapped files.

    Where malloc's own count grows, it is the better witness: it is even, while a trim leaves a dent in resident memory. It knows nothing of
    Python's own heap, though: where most of the growth lies there, only resident memory tells it.
    """
    resident = case.series("process.rss")
    free = dict(case.series("malloc.free"))
    file = dict(case.series("process.file"))
    used: Series = [(work, value - free.get(work, 0.0) - file.get(work, 0.0)) for work, value in resident]
    base = _settled_level(resident)
    noise = max(tolerances.NOISE_BYTES, tolerances.NOISE_SHARE * base)
    units = tolerances.MIN_JUDGED_SECONDS if case.unit == "seconds" else tolerances.MIN_JUDGED
    values = [value for _, value in resident]
    in_use = case.judged_in(case.series("malloc.in_use"), noise, units)
    mapped = case.judged_in(used, noise, units)
    by_malloc = in_use.growing and not (mapped.growing and in_use.total < tolerances.IN_PYTHON * mapped.total)
    return Memory(
        resident=case.judged_in(resident, noise, units),
        used=_unless_stopping(in_use if by_malloc else mapped, noise),
        free_growth=max(0.0, judge(case.series("malloc.free"), noise, units).total),
        file_growth=max(0.0, judge(case.series("process.file"), noise, units).total),
        start=base,
        now=values[-1] if values else 0.0,
        peak=max(values, default=0.0),
    )


def _unless_stopping(growth: Growth, noise: float) -> Growth:
    """Growth far above the noise whose last stretch gained next to nothing is not confirmed: a cache may just have filled.

    Of few readings, the lowest ones of two stretches may lie close together: what the last stretch gained by itself counts as well.
    """
    gains = [gained for _, gained in growth.stretches]
    if (
        growth.growing
        and growth.total > tolerances.CLEAR * noise
        and max(gains[-1], growth.tail) < tolerances.STOPPING_SHARE * median(gains)
    ):
        return replace(growth, trend=Trend.UNCLEAR)
    return growth


def median(values: Sequence[float]) -> float:
    """The middle value; the module for this would bring three larger ones into the program."""
    ordered = sorted(values)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def _settled_level(resident: Series) -> float:
    """Resident memory once work is under way: the first sessions, kernels and threads are set-up, not growth."""
    if not resident:
        return 0.0
    first, last = resident[0][0], resident[-1][0]
    return value_at(resident, first + max(2.0, tolerances.SETTLING_SHARE * (last - first)))


def share_out(memory: Memory, owners: list[Owner]) -> list[Owner]:
    """Gives the measured growth that no exact size accounts for to the leaking owners whose native part nobody can weigh."""
    leaking = [owner for owner in owners if owner.verdict is Verdict.LEAK]
    exact = sum(owner.host_bytes for owner in leaking if owner.weighed)
    weights = sum(owner.weight for owner in leaking if not owner.weighed)
    rest = max(0.0, memory.used.per_unit - exact)
    share = rest / weights if weights else 0.0
    return [
        owner.but(nbytes=max(owner.nbytes or 0.0, share * owner.weight))
        if owner.verdict is Verdict.LEAK and not owner.weighed
        else owner
        for owner in owners
    ]


def ledger(memory: Memory, owners: list[tuple[Owner, str]]) -> tuple[LedgerPart, ...]:
    """Where the growth of resident memory went, by the names of its owners: parts that add up to all of it."""
    total = memory.resident.total
    if total <= 0:
        return ()
    units = memory.resident.units
    named: dict[str, float] = {}
    for owner, name in owners:
        if owner.verdict is Verdict.LEAK and owner.host_bytes > 0:
            named[name] = named.get(name, 0.0) + owner.host_bytes * units
    parts = list(named.items())
    claimed = sum(amount for _, amount in parts)
    if claimed > total:
        parts = [(name, amount * total / claimed) for name, amount in parts]
        claimed = total
    for name, grown in (
        ("kept by malloc after release", memory.free_growth),
        ("pages of mapped files", memory.file_growth),
    ):
        kept = min(grown, total - claimed)
        if kept > 0.01 * total:
            parts.append((name, kept))
            claimed += kept
    if total - claimed > 0.001 * total:
        parts.append(("unexplained", total - claimed))
    # Whole bytes, as the JSON has them: whoever reads both sees the same figures.
    return tuple(
        LedgerPart(name, float(round(amount)), amount / total)
        for name, amount in sorted(parts, key=lambda part: -part[1])
    )


def summarise(case: Case, memory: Memory, owners: list[Owner]) -> MemoryGrowth:
    """The growth figures of the diagnosis."""
    explained = sum(owner.host_bytes for owner in owners if owner.verdict is Verdict.LEAK)
    rate = memory.resident.per_unit
    seconds = case.timeline.times[-1] - case.timeline.times[0] if case.timeline.times else 0.0
    share = min(1.0, explained / rate) if rate > 0 else (1.0 if explained else 0.0)
    return MemoryGrowth(
        bytes_per_unit=rate,
        unit=case.unit_word,
        explained_share=share,
        total_bytes=memory.resident.total,
        units=memory.resident.units,
        seconds=seconds * 0.8,
        confirmed=memory.used.trend is Trend.GROWING,
        interval=memory.resident.interval,
    )
