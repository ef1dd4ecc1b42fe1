"""Matches the findings of two runs: by fingerprint, else by rule and file, else by rule."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from tensorleak_engine.model.diagnosis import Finding

from tensorleak.compare import matching

KEYS = (matching.by_fingerprint, matching.by_file, matching.by_rule)
SMALLER = 0.5
LARGER = 1.5


class Change(str, Enum):
    """What became of a finding."""

    GONE = "gone"
    SMALLER = "smaller"
    SAME = "unchanged"
    LARGER = "larger"
    NEW = "new"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Pair:
    """One leak before and after."""

    before: Finding | None
    after: Finding | None

    @property
    def finding(self) -> Finding:
        """The leak as it was, or as it is when it was not there."""
        found = self.before or self.after
        assert found is not None
        return found

    @property
    def change(self) -> Change:
        """What became of it."""
        if self.before is None or self.after is None:
            return Change.NEW if self.before is None else Change.GONE
        ratio = _ratio(self.before, self.after)
        return Change.SMALLER if ratio <= SMALLER else Change.LARGER if ratio >= LARGER else Change.SAME


def _ratio(before: Finding, after: Finding) -> float:
    """Growth after per growth before: counts are exact, bytes a second choice."""
    if before.rate.count_per_unit > 0 and after.rate.count_per_unit > 0:
        return after.rate.count_per_unit / before.rate.count_per_unit
    return after.rate.bytes_per_unit / before.rate.bytes_per_unit if before.rate.bytes_per_unit > 0 else 1.0


def match(before: Iterable[Finding], after: Iterable[Finding]) -> tuple[Pair, ...]:
    """Pairs each finding with its counterpart; a repair may put the program into another file altogether."""
    return tuple(Pair(old, new) for old, new, _ in matching.match(before, after, KEYS))
