"""What a report is about: the diagnosis with everything it was made of, already read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tensorleak_engine.model.diagnosis import Diagnosis

from tensorleak.model.parts import Parts
from tensorleak.recording.reader import Recording

NO_PARTS = Parts(unit="", seconds=(), work=(), resident=(), layers=())
Excerpt = tuple[tuple[int, str], ...]  # numbered lines of source


@dataclass(frozen=True)
class Repair:
    """A change of the source that would end a leak: as a unified diff, with how far it may be trusted and why."""

    title: str
    safety: str
    reason: str
    diff: str


@dataclass(frozen=True)
class Subject:
    """A diagnosis, the recordings of the process and its children, and the source around each finding."""

    diagnosis: Diagnosis
    recordings: tuple[Recording, ...]
    # By fingerprint: lines, or a word on why they are not shown; empty where source is left out.
    excerpts: Mapping[str, Excerpt | str] = field(default_factory=dict)
    repairs: Mapping[str, Repair] = field(default_factory=dict)  # by fingerprint; only where asked for
    with_source: bool = True  # whether source may be shown at all
    parts: Parts = NO_PARTS  # memory and counters over time, of the recording that the diagnosis speaks of

    @property
    def recording(self) -> Recording:
        """The recording that the diagnosis speaks of: that of the process that matters most."""
        return recording_of(self.diagnosis, self.recordings)


def recording_of(diagnosis: Diagnosis, recordings: Sequence[Recording]) -> Recording:
    """The recording that a diagnosis was made of; the first where it does not say."""
    return next((one for one in recordings if str(one.path) == diagnosis.recording), recordings[0])
