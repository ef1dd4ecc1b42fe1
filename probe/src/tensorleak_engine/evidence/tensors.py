"""Tensors that multiply although no container of the program's holds them."""

from __future__ import annotations

from typing import Iterable

from tensorleak_engine import tolerances
from tensorleak_engine.case import Case
from tensorleak_engine.devices import device_rate
from tensorleak_engine.model.diagnosis import Verdict
from tensorleak_engine.model.owner import Owner, location_of
from tensorleak_engine.records import Look, Site


def tensor_owners(case: Case) -> Iterable[Owner]:
    """Live tensors that multiply although no container of the program's holds them: a recording tape, or an unknown holder."""
    looks = [look for look in case.counted() if not look.final]
    if len(looks) < 3 or not case.timeline.times:
        return
    points = [(case.timeline.work_at(case.unit, look.t), look) for look in looks[-4:]]
    steps = [
        (b[0] - a[0], b[1].tensors - a[1].tensors, b[1].tensor_bytes - a[1].tensor_bytes)
        for a, b in zip(points, points[1:])
    ]
    if not all(units > 0 and grown >= tolerances.MORE_TENSORS for units, grown, _ in steps):
        return
    units = sum(step[0] for step in steps)
    grown, nbytes = sum(step[1] for step in steps), sum(step[2] for step in steps)
    if _stopped(case, looks[-1], grown / units):
        return
    tape = _open_tape(case, looks[-1].t)
    used = case.growth("process.rss", noise=8e6)
    carried = used.growing and nbytes / units > tolerances.CARRIED_SHARE * used.per_unit
    on_device = not carried and nbytes / units > tolerances.CARRIED_SHARE * device_rate(case) > 0
    if tape is None and not carried and not on_device:
        return
    yield Owner(
        "tape" if tape else "tensor",
        grown / units,
        stretches=tuple((step[0], float(step[1])) for step in steps),
        nbytes=max(0.0, nbytes / units),
        site=tape,
        location=location_of(tape),
        verdict=_verdict(case, on_device),
        flags=frozenset({"recording"} if tape else ()),
        evidence=(
            case.looked(
                "live tensors",
                f"live tensors rose from {points[0][1].tensors} to {points[-1][1].tensors} between close looks",
                (look for _, look in points),
            ),
        ),
    )


def _verdict(case: Case, on_device: bool) -> Verdict:
    """A leak unless a collection frees the tensors; on a device, whose memory no collection is measured on, one must have run."""
    survived = _survived(case)
    if survived is None:
        return Verdict.GROWING if on_device else Verdict.LEAK
    return Verdict.LEAK if survived else Verdict.DEFERRED


def _survived(case: Case) -> bool | None:
    """Whether most tensors were still there after each collection in the running program; None when nobody looked."""
    looks = [look for look in case.counted() if not look.final]
    answers = []
    for time in [look.t for look in case.collections() if not look.final]:
        before = [look.tensors for look in looks if look.t <= time]
        after = [look.tensors for look in looks if look.t > time]
        if before and after:
            answers.append(after[0] >= tolerances.SURVIVING_SHARE * before[-1])
    return all(answers) if answers else None


def _stopped(case: Case, last: Look, rate: float) -> bool:
    """Whether the look at exit counts as many tensors as the last one before it, although many more were due."""
    final = [look for look in case.counted() if look.final]
    due = rate * (case.timeline.work_at(case.unit, case.timeline.times[-1]) - case.timeline.work_at(case.unit, last.t))
    same = bool(final) and abs(final[-1].tensors - last.tensors) <= tolerances.SAME_SHARE * last.tensors
    return same and due > tolerances.DUE_SHARE * last.tensors


def _open_tape(case: Case, time: float) -> Site | None:
    """The site of a tape that stays open while tensors multiply: born early, alive at `time`, not born anew."""
    for (kind, number, _), points in case.timeline.births.items():
        rows = [row for at, row in points if at <= time]
        if kind == "tape" and rows and rows[-1][5] > 0 and points[-1][1][3] <= 3:
            return case.site(number)
    return None
