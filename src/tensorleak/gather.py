"""Reads everything that a report or a comparison is about, so that those themselves read nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tensorleak_engine.model.diagnosis import Diagnosis
from tensorleak_engine.texts import CHANGED, Texts

from tensorleak.chart.parts import parts
from tensorleak.documents.diagnosis import read_diagnosis
from tensorleak.errors import RecordingError
from tensorleak.family import diagnose_all, diagnose_each, growing, together, unique
from tensorleak.foresight import with_foresight
from tensorleak.model.comparison import Run
from tensorleak.recording import FORMAT, STRANGER, Reader, Recording, load_all
from tensorleak.recording.reader import opened
from tensorleak.report.subject import Excerpt, Subject, recording_of

AROUND = 3


def gather(recording: Path, source: bool = True, reader: Reader = STRANGER, drawn: bool = True) -> Subject:
    """The subject of a report on `recording`; with `source` false, without a line of the user's source.

    With `drawn` false it is without the parts that only the page draws: those of a large recording take half a second.
    """
    return subject_of(load_all(recording, reader), source, drawn)


def subject_of(recordings: list[Recording], source: bool = True, drawn: bool = True) -> Subject:
    """The subject of a report on recordings that were read already."""
    plain = diagnose_all(recordings)
    main = recording_of(plain, recordings)
    diagnosis = with_foresight(plain, main.texts)
    shown = excerpts(diagnosis, main.texts) if source else {}
    subject = Subject(diagnosis, tuple(recordings), shown, with_source=source)
    return replace(subject, parts=parts(main)) if drawn else subject


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


def read_run(path: Path, label: str, reader: Reader = STRANGER, drawn: bool = True) -> Run:
    """One side of a comparison: from a recording, or from a diagnosis that was written as JSON; `drawn` as above."""
    if path.is_file() and not _is_recording(path):
        diagnosis = read_diagnosis(path)
        return Run(label, diagnosis, unique(diagnosis.findings))
    processes = diagnose_each(load_all(path, reader))
    diagnosis = together(processes)
    main = recording_of(diagnosis, [recording for _, recording in processes])
    return Run(label, diagnosis, growing(processes), parts(main) if drawn else None)


def _is_recording(path: Path) -> bool:
    """By its first bytes; an empty file is left to the reader of recordings, which says so."""
    try:
        with opened(path) as source:
            first = source.read(200)
    except OSError as error:
        raise RecordingError(f"cannot read {path}: {error.strerror or error}") from error
    return not first or FORMAT.split("/")[0].encode() in first
