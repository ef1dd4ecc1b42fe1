"""Whether a rewrite does what it is for: the check is asked again, and must find one leak less and none that is new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from tensorleak.check.buffer import project_of
from tensorleak.check.engine import examine
from tensorleak.check.finding import Severity, StaticFinding
from tensorleak.check.source import Source, SourceError, absolute, read_source
from tensorleak.fix.elsewhere import reader_elsewhere
from tensorleak.fix.outcome import Rewrite
from tensorleak.rules import catalogue

Key = tuple[str, str, str, str]  # rule, file, function, subject


def objection(finding: StaticFinding, source: Source, before: str, outcome: Rewrite) -> str | None:
    """Why a rewrite of `before` does not count as a fix of a finding; None where it does, or where nobody can tell.

    Rules in preview are not heard, nor are hints in place of a warning: the check does not tell them.
    """
    reader = reader_elsewhere(source.path, outcome.shared) if outcome.shared else None
    if reader is not None:
        return f"`{outcome.shared}` is also used in {reader}, {outcome.breaks}"
    roots = [source.path, *(Path(step.location.file) for step in finding.chain)]
    earlier, later = (_found(roots, replace(source, text=text)) for text in (before, outcome.text))
    if earlier is None or later is None or not _count(earlier)[_key(finding)]:
        return None
    if _count(later)[_key(finding)] >= _count(earlier)[_key(finding)]:
        return "the same leak would still be there afterwards"
    known = _count(earlier)
    told = _count(item for item in later if _is_told(item, finding))
    new = next((key for key in told if told[key] > known[key]), None)
    return f"it would bring another leak, {new[0]} in {new[2]}" if new is not None else None


def _count(found: Iterable[StaticFinding]) -> Counter[Key]:
    return Counter(map(_key, found))


def _is_told(item: StaticFinding, finding: StaticFinding) -> bool:
    """Whether the check would tell of a finding as readily as of the one that is repaired."""
    previewed = any(rule.id == item.rule and rule.preview for rule in catalogue())
    hint = item.severity is Severity.INFO and finding.severity is not Severity.INFO
    return item.rule == finding.rule or not (previewed or hint)


def _key(finding: StaticFinding) -> Key:
    return finding.rule, finding.file, finding.function, finding.subject


def _found(roots: list[Path], changed: Source) -> list[StaticFinding] | None:
    """What the check finds from these files on, with one text in place of what is on the disk."""
    project = project_of(changed.path, _reader(changed))
    found: dict[tuple[object, ...], StaticFinding] = {}
    try:
        for path in dict.fromkeys(map(absolute, roots)):
            source = changed if path == absolute(changed.path) else read_source(path)
            found.update(((item.rule, item.file, item.span), item) for item in examine(source, project).findings)
    except (SourceError, SyntaxError, RecursionError):
        return None
    return list(found.values())


def _reader(changed: Source) -> Callable[[Path], Source]:
    here = absolute(changed.path)
    return lambda path: changed if absolute(path) == here else read_source(path)
