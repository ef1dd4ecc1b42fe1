"""What a report is about: the diagnosis with everything it was made of, already read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tensorleak.model.diagnosis import Diagnosis
from tensorleak.recording.reader import Recording

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
    excerpts: Mapping[str, Excerpt] = field(default_factory=dict)  # by fingerprint; empty where source is left out
    repairs: Mapping[str, Repair] = field(default_factory=dict)  # by fingerprint; only where asked for
    with_source: bool = True  # whether source may be shown at all

    @property
    def recording(self) -> Recording:
        """The recording that the diagnosis speaks of: that of the process that matters most."""
        return next((one for one in self.recordings if str(one.path) == self.diagnosis.recording), self.recordings[0])
