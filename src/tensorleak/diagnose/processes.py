"""Several processes, one report: the worst of them speaks, the others are listed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tensorleak.diagnose import diagnose
from tensorleak.model.diagnosis import SEVERITY, Diagnosis, Finding, ProcessSummary, Verdict
from tensorleak.recording.reader import Recording

GROWS = (Verdict.LEAK, Verdict.UNEXPLAINED, Verdict.GROWING)


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


def growing(recordings: Iterable[Recording]) -> tuple[Finding, ...]:
    """What grew in any of the processes."""
    return unique(found for recording in recordings for found in diagnose(recording).findings)


def unique(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """What grows of these findings, each leak once with its largest rate, the worst first."""
    kept: dict[str, Finding] = {}
    for found in findings:
        known = kept.get(found.fingerprint)
        if found.verdict in GROWS and (known is None or known.rate.bytes_per_unit < found.rate.bytes_per_unit):
            kept[found.fingerprint] = found
    return tuple(sorted(kept.values(), key=lambda found: (SEVERITY.index(found.verdict), -found.rate.bytes_per_unit)))
