"""Says of a leak that a run has shown whether the static check would have told it beforehand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tensorleak.check.finding import StaticFinding
from tensorleak.model.diagnosis import Diagnosis, Finding, Verdict

TOLD = "`tensorleak check` tells this without running the program: {rule} at {place}"


def with_foresight(diagnosis: Diagnosis) -> Diagnosis:
    """The diagnosis, with a line of evidence on each leak that its source gives away."""
    leaks = [found for found in diagnosis.findings if found.verdict is Verdict.LEAK and found.location]
    if not leaks:
        return diagnosis
    foreseen = static_findings(roots(diagnosis, leaks))
    return replace(diagnosis, findings=tuple(told(found, foreseen) for found in diagnosis.findings))


def roots(diagnosis: Diagnosis, leaks: list[Finding]) -> list[Path]:
    """The program's script and the files of its leaks, as far as they are at hand."""
    files = [Path(diagnosis.program), *(Path(found.location.file) for found in leaks if found.location)]
    known = {file.resolve(): file for file in files if file.suffix == ".py" and file.is_file()}
    return list(known.values())


def static_findings(files: list[Path]) -> list[StaticFinding]:
    """What the check says of these files; whatever it cannot read, it says nothing of."""
    from tensorleak.check.engine import examine
    from tensorleak.check.project import Project
    from tensorleak.check.source import SourceError, read_source
    from tensorleak.rules import by_id

    project = Project([file.parent for file in files])
    found: list[StaticFinding] = []
    for file in files:
        try:
            found += examine(read_source(file), project).findings
        except (SourceError, SyntaxError, ValueError, RecursionError):
            continue
    return [item for item in found if (rule := by_id(item.rule)) is not None and not rule.preview]


def told(finding: Finding, foreseen: list[StaticFinding]) -> Finding:
    """The finding with what was foreseen of it, if anything was."""
    for item in foreseen:
        if finding.verdict is Verdict.LEAK and same(finding, item):
            place = f"{Path(item.file).name}:{item.span.line}"
            return finding.with_evidence(TOLD.format(rule=item.rule, place=place))
    return finding


def same(finding: Finding, item: StaticFinding) -> bool:
    """Whether a run and the source speak of the same leak: one fingerprint, or one rule and one function."""
    if finding.fingerprint == item.fingerprint:
        return True
    place = finding.location
    if place is None or finding.rule != item.rule or Path(place.file).name != Path(item.file).name:
        return False
    return place.function == item.function or place.line == item.span.line
