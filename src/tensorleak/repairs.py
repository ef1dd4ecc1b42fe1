"""Adds to a report the changes of the source that would end its leaks, where a rewriter knows one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tensorleak_engine.model.diagnosis import Finding, Verdict
from tensorleak_engine.texts import Texts

from tensorleak.check.finding import StaticFinding
from tensorleak.foresight import UNREADABLE, roots, same, source_at, static_findings
from tensorleak.report.subject import Repair, Subject

MAX_LINES = 200  # of a diff: a longer one is no longer read


def with_repairs(subject: Subject) -> Subject:
    """The subject with a repair for each leak that the source gives away; none where source is left out."""
    leaks = [found for found in subject.diagnosis.findings if found.verdict is Verdict.LEAK and found.location]
    if not leaks or not subject.with_source:
        return subject
    texts = subject.recording.texts
    foreseen = static_findings(roots(subject.diagnosis, leaks, texts), texts)
    found = ((leak.fingerprint, repair_of(leak, foreseen, texts)) for leak in leaks)
    return replace(subject, repairs={mark: repair for mark, repair in found if repair is not None})


def repair_of(leak: Finding, foreseen: list[StaticFinding], texts: Texts) -> Repair | None:
    """The repair of the first static finding that is this leak and has one."""
    matching = [item for item in foreseen if item.fix and same(leak, item)]
    return next((repair for item in matching if (repair := drafted(item, texts)) is not None), None)


def drafted(item: StaticFinding, texts: Texts) -> Repair | None:
    """What the rewriter of a static finding would change, on a fresh copy of the text."""
    from tensorleak.fix.api import FileFix, diff, preview

    try:
        source = source_at(Path(item.file).absolute(), texts)
        rewrite = preview(item, source)
    except UNREADABLE:
        return None
    if rewrite is None:
        return None
    text = diff(FileFix(source.path, source.display, source.text, rewrite.text))
    if not text or text.count("\n") > MAX_LINES:
        return None
    return Repair(rewrite.title, str(rewrite.safety), rewrite.reason, text)
