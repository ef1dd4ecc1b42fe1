"""Several processes, one report: the worst of them speaks, the others are listed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tensorleak_engine import diagnose
from tensorleak_engine.model.diagnosis import SEVERITY, Diagnosis, Finding, ProcessSummary, Verdict

from tensorleak.recording.reader import Recording

Diagnosed = tuple[Diagnosis, Recording]
GROWS = (Verdict.LEAK, Verdict.UNEXPLAINED, Verdict.GROWING)


def diagnose_all(recordings: list[Recording]) -> Diagnosis:
    """The diagnosis of the process that matters most, with a line for each of the others."""
    return together(diagnose_each(recordings))


def diagnose_each(recordings: Iterable[Recording]) -> list[Diagnosed]:
    """Every process by itself."""
    return [(diagnose(recording), recording) for recording in recordings]


def together(processes: list[Diagnosed]) -> Diagnosis:
    """The diagnosis that speaks for all processes."""
    main = min(processes, key=lambda pair: (SEVERITY.index(pair[0].verdict), -sum(pair[0].work.values())))
    others = [
        ProcessSummary(other.pid, recording.header.parent, other.program, other.verdict, other.sentence)
        for other, recording in processes
        if recording is not main[1]
    ]
    remarks = [remark for _, recording in processes for remark in recording.remarks]
    return replace(main[0], processes=tuple(others), notes=(*main[0].notes, *remarks))


def growing(processes: Iterable[Diagnosed]) -> tuple[Finding, ...]:
    """What grew in any of the processes."""
    return unique(found for diagnosis, _ in processes for found in diagnosis.findings)


def unique(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """What grows of these findings, each leak once with its largest rate, the worst first."""
    kept: dict[str, Finding] = {}
    for found in findings:
        known = kept.get(found.fingerprint)
        if found.verdict in GROWS and (known is None or known.rate.bytes_per_unit < found.rate.bytes_per_unit):
            kept[found.fingerprint] = found
    return tuple(sorted(kept.values(), key=lambda found: (SEVERITY.index(found.verdict), -found.rate.bytes_per_unit)))
