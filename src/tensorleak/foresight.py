"""Says of a leak that a run has shown whether the static check would have told it beforehand."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from pathlib import Path

from tensorleak_engine.model.diagnosis import Diagnosis, Finding, Verdict
from tensorleak_engine.texts import MAX_PARSED, Texts

from tensorleak.check.finding import StaticFinding
from tensorleak.check.source import Source, SourceError, source_of

TOLD = "`tensorleak check` tells this without running the program: {rule} at {place}"

MAX_FILES = 16  # a report names few leaks that matter
UNREADABLE = (SourceError, SyntaxError, ValueError, RecursionError, MemoryError)


def with_foresight(diagnosis: Diagnosis, texts: Texts) -> Diagnosis:
    """The diagnosis, with a line of evidence on each leak that its source gives away."""
    leaks = [found for found in diagnosis.findings if found.verdict is Verdict.LEAK and found.location]
    if not leaks:
        return diagnosis
    foreseen = static_findings(roots(diagnosis, leaks, texts), texts)
    return replace(diagnosis, findings=tuple(told(found, foreseen) for found in diagnosis.findings))


def roots(diagnosis: Diagnosis, leaks: list[Finding], texts: Texts) -> list[str]:
    """The program's script and the files of its first leaks, as far as they may be read."""
    files = [diagnosis.program, *(found.location.file for found in leaks[:MAX_FILES] if found.location)]
    full = dict.fromkeys(map(texts.full, files))
    return [file for file in full if file.endswith(".py") and texts.content(file) is not None]


def static_findings(files: list[str], texts: Texts) -> list[StaticFinding]:
    """What the check says of those files that may be read; whatever it cannot parse, it says nothing of."""
    from tensorleak.check.engine import examine
    from tensorleak.check.project import Project
    from tensorleak.rules import by_id

    project = Project([Path(file).parent for file in files], lambda path: source_at(path, texts))
    found: list[StaticFinding] = []
    for file in files:
        with contextlib.suppress(*UNREADABLE):
            found += examine(source_at(Path(file), texts), project).findings
    return [item for item in found if (rule := by_id(item.rule)) is not None and not rule.preview]


def source_at(path: Path, texts: Texts) -> Source:
    """A source file as it was when the program ran; raises `SourceError` where that cannot be had."""
    content = texts.content(str(path))
    if content is None or len(content) > MAX_PARSED:
        raise SourceError("may not be read")
    return source_of(content, path)


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
