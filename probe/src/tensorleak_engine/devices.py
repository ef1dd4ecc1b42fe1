"""Pass 5a: memory on accelerators: what grows there, whose it is, and what TensorFlow's pool keeps after release."""

from __future__ import annotations

from tensorleak_engine import tolerances
from tensorleak_engine.case import Case
from tensorleak_engine.growth import Growth
from tensorleak_engine.model.diagnosis import DeviceMemory, Verdict
from tensorleak_engine.model.facts import Fact
from tensorleak_engine.model.owner import Owner
from tensorleak_engine.wording import amount

MAX_DEVICES = 16
ALONE = "no container, tensor, variable or model of the program grew with it"
ON_DEVICES = ("tensor", "variable", "tape", "model")


def device_names(case: Case) -> list[str]:
    """The accelerators whose memory was recorded, like `GPU:0`."""
    gauges = [name for name in case.timeline.gauges if name.startswith("device.") and name.endswith(".in_use")]
    return sorted(name[len("device.") : -len(".in_use")] for name in gauges)[:MAX_DEVICES]


def device_gauges(case: Case) -> list[str]:
    """The gauges of memory in use on these."""
    return [f"device.{name}.in_use" for name in device_names(case)]


def device_growth(case: Case, name: str) -> Growth:
    """How the memory in use on one accelerator grew."""
    return case.growth(f"device.{name}.in_use")


def device_rate(case: Case) -> float:
    """Bytes per unit of work by which accelerators fill up; 0 where none clearly does."""
    growths = [device_growth(case, name) for name in device_names(case)]
    return sum(growth.per_unit for growth in growths if growth.growing)


def measure_devices(case: Case) -> tuple[DeviceMemory, ...]:
    """Every recorded accelerator: in use, at most, and its growth."""
    found = []
    for name in device_names(case):
        growth = device_growth(case, name)
        in_use, peak = (case.timeline.gauges.get(f"device.{name}.{word}", [0.0]) for word in ("in_use", "peak"))
        rate, total = (growth.per_unit, growth.total) if growth.growing else (0.0, 0.0)
        found.append(DeviceMemory(name, in_use[-1], max(peak[-1], *in_use), rate, total))
    return tuple(found)


def place(case: Case, owners: list[Owner]) -> list[Owner]:
    """Says of each leaking owner how much of it lies on accelerators, the heaviest first: host memory has no part in that."""
    left = device_rate(case)
    placed = list(owners)
    for index, owner in sorted(enumerate(owners), key=lambda item: -(item[1].nbytes or 0.0)):
        if left > 0 and owner.verdict is Verdict.LEAK and _may_lie_there(owner):
            there = min(left, owner.nbytes or 0.0)
            left -= there
            placed[index] = owner.but(device_bytes=there, evidence=_risen(case))
    return placed


def _may_lie_there(owner: Owner) -> bool:
    return bool(owner.nbytes) and (owner.kind in ON_DEVICES or owner.contents in ON_DEVICES)


def _risen(case: Case) -> list[Fact]:
    """One fact for each accelerator that fills up."""
    growths = [(name, device_growth(case, name)) for name in device_names(case)]
    return [
        case.sampled(
            f"device.{name}.in_use",
            f"memory in use on {name} rose from {amount(growth.start)} to {amount(growth.end)} over {growth.units:.0f} units of work",
        )
        for name, growth in growths
        if growth.growing
    ]


def collected_garbage(case: Case) -> bool:
    """Whether a collection in the running program brought memory on an accelerator down: garbage lay there."""
    return any(
        _fell(case, name, look.t) for look in case.collections() if not look.final for name in device_names(case)
    )


def _fell(case: Case, name: str, time: float) -> bool:
    values = case.timeline.gauges[f"device.{name}.in_use"]
    times = case.timeline.times[-len(values) :]
    before = [value for at, value in zip(times, values) if at <= time]
    after = [value for at, value in zip(times, values) if time < at <= time + tolerances.SOON]
    return bool(before and after) and min(after) < tolerances.SURVIVING_SHARE * before[-1]


def device_owner(case: Case, owners: list[Owner]) -> Owner | None:
    """Growth on accelerators that no owner accounts for, as an owner of its own."""
    rate = device_rate(case)
    leaking = [owner for owner in owners if owner.verdict is Verdict.LEAK]
    explained = sum(owner.device_bytes for owner in leaking)
    if rate <= 0 or explained > tolerances.DEVICE_EXPLAINED * rate or collected_garbage(case):
        return None
    if any(owner.verdict is Verdict.DEFERRED for owner in owners):
        return None  # models and variables that wait for the collector lie there, too
    if any(not owner.weighed for owner in leaking):
        return None  # what a trace, a graph or a model takes there is theirs
    return Owner(
        "device",
        0.0,
        nbytes=rate - explained,
        device_bytes=rate - explained,
        verdict=Verdict.UNEXPLAINED if any(not look.final for look in case.collections()) else Verdict.GROWING,
        evidence=(*_risen(case), case.looked("live objects", ALONE)),
    )


def released(case: Case) -> tuple[str, float, float] | None:
    """The accelerator whose memory the program gave back long before the end: name, in use now, kept by the pool."""
    for name in device_names(case):
        values = case.timeline.gauges[f"device.{name}.in_use"]
        late = max(values[len(values) // 2 :])
        kept = max(values) - late
        if kept > tolerances.RELEASED_BYTES and kept > tolerances.RELEASED_SHARE * max(values):
            return name, values[-1], max(values)
    return None
