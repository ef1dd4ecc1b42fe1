"""Whether a rewrite does what it is for: the check is asked again, and must find one leak less and none that is new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from tensorleak.check.buffer import project_of
from tensorleak.check.engine import examine
from tensorleak.check.finding import StaticFinding
from tensorleak.check.source import Source, SourceError, absolute, read_source

Key = tuple[str, str, str, str]  # rule, file, function, subject


def objection(finding: StaticFinding, source: Source, before: str, after: str) -> str | None:
    """Why a rewrite of `before` into `after` does not count as a fix of a finding; None where it does, or where nobody can tell."""
    roots = [source.path, *(Path(step.location.file) for step in finding.chain)]
    known, left = (_found(roots, replace(source, text=text)) for text in (before, after))
    if known is None or left is None or not known[_key(finding)]:
        return None
    if left[_key(finding)] >= known[_key(finding)]:
        return "the same leak would still be there afterwards"
    new = next((key for key in left if left[key] > known[key]), None)
    return f"it would bring another leak, {new[0]} in {new[2]}" if new is not None else None


def _key(finding: StaticFinding) -> Key:
    return finding.rule, finding.file, finding.function, finding.subject


def _found(roots: list[Path], changed: Source) -> Counter[Key] | None:
    """What the check finds from these files on, with one text in place of what is on the disk."""
    project = project_of(changed.path, _reader(changed))
    found: dict[tuple[object, ...], StaticFinding] = {}
    try:
        for path in dict.fromkeys(map(absolute, roots)):
            source = changed if path == absolute(changed.path) else read_source(path)
            found.update(((item.rule, item.file, item.span), item) for item in examine(source, project).findings)
    except (SourceError, SyntaxError, RecursionError):
        return None
    return Counter(_key(item) for item in found.values())


def _reader(changed: Source) -> Callable[[Path], Source]:
    here = absolute(changed.path)
    return lambda path: changed if absolute(path) == here else read_source(path)
