"""Reads everything that a report is about, so that reports themselves read nothing."""

from __future__ import annotations

from pathlib import Path

from tensorleak.diagnose.processes import diagnose_all
from tensorleak.diagnose.source import source_lines
from tensorleak.foresight import with_foresight
from tensorleak.model.diagnosis import Diagnosis
from tensorleak.recording import Recording, load_all
from tensorleak.report.subject import Excerpt, Subject

AROUND = 3


def gather(recording: Path, source: bool = True) -> Subject:
    """The subject of a report on `recording`; with `source` false, without a line of the user's source."""
    return subject_of(load_all(recording), source)


def subject_of(recordings: list[Recording], source: bool = True) -> Subject:
    """The subject of a report on recordings that were read already."""
    diagnosis = with_foresight(diagnose_all(recordings))
    return Subject(diagnosis, tuple(recordings), excerpts(diagnosis) if source else {}, with_source=source)


def excerpts(diagnosis: Diagnosis) -> dict[str, Excerpt]:
    """The lines around each finding whose file is at hand, by fingerprint."""
    places = {found.fingerprint: found.location for found in diagnosis.findings if found.location is not None}
    return {
        mark: lines for mark, place in places.items() if (lines := tuple(source_lines(place.file, place.line, AROUND)))
    }
