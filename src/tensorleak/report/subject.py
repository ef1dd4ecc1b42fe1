"""What a report is about: the diagnosis with everything it was made of, already read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tensorleak.model.diagnosis import Diagnosis
from tensorleak.recording.reader import Recording

Excerpt = tuple[tuple[int, str], ...]  # numbered lines of source


@dataclass(frozen=True)
class Subject:
    """A diagnosis, the recordings of the process and its children, and the source around each finding."""

    diagnosis: Diagnosis
    recordings: tuple[Recording, ...]
    excerpts: Mapping[str, Excerpt] = field(default_factory=dict)  # by fingerprint; empty where source is left out
