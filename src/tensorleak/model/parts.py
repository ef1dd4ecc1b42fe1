"""What a run looked like over time and over work: resident memory by part, counters, and what happened on the way."""

from __future__ import annotations

from dataclasses import dataclass

Seconds = float
Work = float


@dataclass(frozen=True)
class Layer:
    """One part of resident memory, a value per moment; `key` is stable, `label` is for people."""

    key: str
    label: str
    bytes: tuple[int, ...]
    estimated: bool = False


@dataclass(frozen=True)
class Track:
    """One counter with moments of its own: it need not be read at those of memory."""

    key: str
    label: str
    seconds: tuple[Seconds, ...]
    work: tuple[Work, ...]
    values: tuple[float, ...]
    unit: str = "count"


@dataclass(frozen=True)
class Mark:
    """Something that happened: `kind` says what, `count` how often since the mark before."""

    kind: str
    seconds: Seconds
    work: Work
    count: int = 1
    took: Seconds = 0.0


@dataclass(frozen=True)
class Parts:
    """Resident memory split into layers that add up to it at every moment, with everything placed on the same axes."""

    unit: str
    seconds: tuple[Seconds, ...]
    work: tuple[Work, ...]
    resident: tuple[int, ...]
    layers: tuple[Layer, ...]
    counters: tuple[Track, ...] = ()
    births: tuple[Mark, ...] = ()
    collections: tuple[Mark, ...] = ()
    looks: tuple[Mark, ...] = ()

    @property
    def latest(self) -> tuple[tuple[Layer, int], ...]:
        """Each layer with its newest value."""
        return tuple((layer, layer.bytes[-1]) for layer in self.layers if layer.bytes)
