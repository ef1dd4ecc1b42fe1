"""Matches the leaks of two runs, the surest matches first."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from pathlib import PurePath

from tensorleak_engine.model.diagnosis import Finding

Key = Callable[[Finding], Hashable]
"""What two findings of one leak have in common; None of a finding that has nothing of the kind."""
Match = tuple[Finding | None, Finding | None, int]
"""The finding before, the one after, and the number of the key that brought them together."""


def by_fingerprint(found: Finding) -> Hashable:
    """The same rule and owner."""
    return found.fingerprint


def by_subject(found: Finding) -> Hashable:
    """The same rule and the same named thing in one file: the function around it was renamed."""
    return (found.rule, file_name(found), found.subject) if found.subject and found.location else None


def by_maker(found: Finding) -> Hashable:
    """The same rule in one file where only a function names the leak: a container keeps its own name instead."""
    return (found.rule, file_name(found)) if found.location and not found.path else None


def by_name(found: Finding) -> Hashable:
    """The same rule and the same named thing: its file was renamed."""
    return (found.rule, found.subject) if found.subject else None


def by_file(found: Finding) -> Hashable:
    """The same rule in files of one name, or without any."""
    return found.rule, file_name(found)


def by_rule(found: Finding) -> Hashable:
    """The same rule, whatever file it is in."""
    return found.rule


MOVED = (by_fingerprint, by_subject, by_maker, by_name)


def file_name(found: Finding) -> str:
    """The name of a finding's file without its folder: a copy of a project is the same project."""
    return PurePath(found.location.file).name if found.location else ""


def match(before: Iterable[Finding], after: Iterable[Finding], keys: tuple[Key, ...]) -> list[Match]:
    """Pairs each finding with its counterpart; what has none stands alone, the new ones last."""
    old, new = list(before), list(after)
    partner: dict[int, tuple[Finding, int]] = {}
    for number, key in enumerate(keys):
        for found in old:
            if id(found) in partner or key(found) is None:
                continue
            twin = next((other for other in new if key(other) == key(found)), None)
            if twin is not None:
                partner[id(found)] = twin, number
                new = [other for other in new if other is not twin]
    pairs: list[Match] = [(found, *partner.get(id(found), (None, 0))) for found in old]
    return pairs + [(None, found, 0) for found in new]
