"""Reads everything that a report is about, so that reports themselves read nothing."""

from __future__ import annotations

from pathlib import Path

from tensorleak.diagnose.processes import diagnose_all
from tensorleak.foresight import with_foresight
from tensorleak.model.diagnosis import Diagnosis
from tensorleak.recording import STRANGER, Reader, Recording, load_all
from tensorleak.recording.trust import CHANGED, Texts
from tensorleak.report.subject import Excerpt, Subject, recording_of

AROUND = 3


def gather(recording: Path, source: bool = True, reader: Reader = STRANGER) -> Subject:
    """The subject of a report on `recording`; with `source` false, without a line of the user's source."""
    return subject_of(load_all(recording, reader), source)


def subject_of(recordings: list[Recording], source: bool = True) -> Subject:
    """The subject of a report on recordings that were read already."""
    plain = diagnose_all(recordings)
    texts = recording_of(plain, recordings).texts
    diagnosis = with_foresight(plain, texts)
    return Subject(diagnosis, tuple(recordings), excerpts(diagnosis, texts) if source else {}, with_source=source)


def excerpts(diagnosis: Diagnosis, texts: Texts) -> dict[str, Excerpt | str]:
    """The lines around each finding, or the word that its file is another than the one that ran; by fingerprint."""
    places = {found.fingerprint: found.location for found in diagnosis.findings if found.location is not None}
    shown: dict[str, Excerpt | str] = {}
    for mark, place in places.items():
        lines = texts.lines(place.file, place.line, AROUND)
        if lines:
            shown[mark] = lines
        elif texts.changed(place.file):
            shown[mark] = CHANGED
    return shown
