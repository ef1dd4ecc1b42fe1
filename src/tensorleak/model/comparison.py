"""Two runs side by side: plain data that reports render and nobody changes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tensorleak_engine.model.diagnosis import Diagnosis, Finding, MemoryGrowth, Rate

from tensorleak.model.parts import Parts


class Change(str, Enum):
    """What became of a leak, what needs attention first."""

    NEW = "new"
    WORSE = "worse"
    UNKNOWN = "unknown"
    UNCHANGED = "unchanged"
    BETTER = "better"
    FIXED = "fixed"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Run:
    """One side: its diagnosis, what grew in any of its processes, and its parts over time where a recording was given."""

    label: str
    diagnosis: Diagnosis
    findings: tuple[Finding, ...]
    parts: Parts | None = None


@dataclass(frozen=True)
class FindingChange:
    """One leak in both runs; the rates are those of one unit of work, also where the runs counted in two."""

    change: Change
    before: Finding | None
    after: Finding | None
    before_rate: Rate | None = None
    after_rate: Rate | None = None
    moved: bool = False
    reason: str = ""

    @property
    def finding(self) -> Finding:
        """The leak as it is, or as it was when it is gone."""
        found = self.after or self.before
        assert found is not None
        return found


@dataclass(frozen=True)
class MemoryChange:
    """Growth of resident memory in both runs."""

    change: Change
    before: MemoryGrowth
    after: MemoryGrowth
    reason: str = ""


@dataclass(frozen=True)
class Difference:
    """Something that is not the same in both runs and bears on their rates."""

    what: str
    before: str
    after: str


@dataclass(frozen=True)
class Comparison:
    """What became of the leaks of one run in another; `overall` is the change that matters most."""

    overall: Change
    sentence: str
    before: Run
    after: Run
    findings: tuple[FindingChange, ...]
    memory: MemoryChange
    differences: tuple[Difference, ...] = ()
    notes: tuple[str, ...] = ()

    def of(self, *changes: Change) -> tuple[FindingChange, ...]:
        """The leaks that these things became of."""
        return tuple(item for item in self.findings if item.change in changes)
