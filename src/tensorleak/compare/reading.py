"""Reads one side of a comparison: a recording, or a diagnosis that was written as JSON."""

from __future__ import annotations

from pathlib import Path

from tensorleak.compare.written import read_diagnosis
from tensorleak.diagnose.processes import diagnose_each, growing, together, unique
from tensorleak.errors import RecordingError
from tensorleak.model.comparison import Run
from tensorleak.recording import FORMAT, STRANGER, Reader, load_all
from tensorleak.recording.reader import opened


def read_run(path: Path, label: str, reader: Reader = STRANGER) -> Run:
    """The run that a file tells of."""
    if path.is_file() and not _is_recording(path):
        diagnosis = read_diagnosis(path)
        return Run(label, diagnosis, unique(diagnosis.findings))
    processes = diagnose_each(load_all(path, reader))
    diagnosis = together(processes)
    main = next(recording for _, recording in processes if str(recording.path) == diagnosis.recording)
    return Run(label, diagnosis, growing(processes), main)


def _is_recording(path: Path) -> bool:
    """By its first bytes; an empty file is left to the reader of recordings, which says so."""
    try:
        with opened(path) as source:
            first = source.read(200)
    except OSError as error:
        raise RecordingError(f"cannot read {path}: {error.strerror or error}") from error
    return not first or FORMAT.split("/")[0].encode() in first
