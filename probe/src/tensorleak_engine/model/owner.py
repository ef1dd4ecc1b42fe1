"""What an owner is: one thing that grows, with where it is made, what holds it and how fast it grows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from tensorleak_engine.model.diagnosis import Location, Verdict
from tensorleak_engine.model.facts import Fact
from tensorleak_engine.records import Holder, Site

# What one of them costs when nothing better is known; only used to share out measured growth between several owners.
NOMINAL_BYTES = {
    "graph": 2_000.0,
    "trace": 60_000.0,
    "function": 30_000.0,
    "session": 700_000.0,
    "model": 300_000.0,
    "variable": 1_500.0,
    "dataset": 10_000.0,
    "iterator": 20_000.0,
    "py_function": 2_000.0,
    "thread": 70_000.0,
    "tape": 2_000.0,
    "compiled": 100_000.0,
    "tensor": 500.0,
}

# Caches of TensorFlow's own, by the names that a recording has for them, in words; an owner of their growth is of that kind.
CACHES = {"kernels": "cache of kernels", "scalars": "cache of Python numbers"}


@dataclass(frozen=True)
class Owner:
    """One growing thing, before a rule has named its cause."""

    kind: str
    count: float
    nbytes: float | None = None
    device_bytes: float = 0.0  # of nbytes: what lies on accelerators
    site: Site | None = None
    holder: Holder | None = None
    location: Location | None = None
    adder: Location | None = None  # the line that was seen to put it into its holder
    verdict: Verdict = Verdict.LEAK
    flags: frozenset[str] = frozenset()
    reason: str = ""
    argument: str = ""
    change: str = ""
    name: str = ""
    contents: str = ""
    container: str = ""
    types: tuple[tuple[str, int], ...] = ()  # of operations, with how many
    constant_bytes: float = 0.0
    library: bool = False
    bound: int | None = None  # elements that it will hold at most, where it is still filling
    size: float = 0.0
    evidence: tuple[Fact, ...] = ()
    also: tuple[Location, ...] = ()
    stretches: tuple[tuple[float, float], ...] = ()
    number: int = 0  # in the order in which suspects were proposed

    def but(self, **changes: Any) -> Owner:
        """The same owner, with something told otherwise; flags and evidence are added to what there is."""
        for name in ("flags", "evidence"):
            if name in changes:
                changes[name] = type(getattr(self, name))((*getattr(self, name), *changes[name]))
        return replace(self, **changes)

    @property
    def weighed(self) -> bool:
        """Whether its size is known exactly: plain data in a container, a live tensor, a buffer."""
        plain = self.kind == "container" and self.contents in ("tensor", "array")
        return self.nbytes is not None and (
            plain or self.kind in ("tensor", "buffer", "native", "python", "shapes", "device", *CACHES)
        )

    @property
    def host_bytes(self) -> float:
        """Bytes per unit in the memory of the process itself."""
        return max(0.0, (self.nbytes or 0.0) - self.device_bytes)

    @property
    def weight(self) -> float:
        """Nominal bytes per unit, for sharing measured growth."""
        return self.nbytes if self.nbytes is not None else self.count * NOMINAL_BYTES.get(self.kind, 1_000.0)

    @property
    def subject(self) -> str:
        """What makes this owner the same one in another run: the name of what holds it, or its own."""
        return (self.holder.name if self.holder else "") or self.name.split(":")[0]


def location_of(site: Site | None) -> Location | None:
    """The innermost user frame of a site."""
    if site is None or not site.frames:
        return None
    file, line, function = site.frames[0]
    return Location(file, line, function)
