"""Several processes, one report: the worst of them speaks, the others are listed."""

from __future__ import annotations

from dataclasses import replace

from tensorleak.diagnose import diagnose
from tensorleak.model.diagnosis import SEVERITY, Diagnosis, ProcessSummary
from tensorleak.recording.reader import Recording


def diagnose_all(recordings: list[Recording]) -> Diagnosis:
    """The diagnosis of the process that matters most, with a line for each of the others."""
    diagnoses = [(diagnose(recording), recording) for recording in recordings]
    main = min(diagnoses, key=lambda pair: (SEVERITY.index(pair[0].verdict), -sum(pair[0].work.values())))
    others = [
        ProcessSummary(other.pid, recording.header.parent, other.program, other.verdict, other.sentence)
        for other, recording in diagnoses
        if recording is not main[1]
    ]
    return replace(main[0], processes=tuple(others))
