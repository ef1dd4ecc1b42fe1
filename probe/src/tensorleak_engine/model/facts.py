"""Facts: what was observed, in words, each with the records of the recording that it was read from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterable

from tensorleak_engine.records import Seconds


@dataclass(frozen=True)
class Records:
    """Some records of a recording: of one kind, about one thing, over some time."""

    kind: str  # "samples", "tallies", "looks"
    about: str
    first: Seconds
    last: Seconds

    def __str__(self) -> str:
        when = f"{self.first:.1f} to {self.last:.1f} s" if self.last > self.first else f"{self.last:.1f} s"
        return f"{self.kind} of {self.about}, {when}"


@dataclass(frozen=True)
class Fact:
    """One observation."""

    says: str
    records: Records


def over(kind: str, about: str, times: Iterable[Seconds]) -> Records:
    """The records of these times."""
    found = list(times) or [0.0]
    return Records(kind, about, min(found), max(found))
