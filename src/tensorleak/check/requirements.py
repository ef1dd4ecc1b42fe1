"""Which TensorFlow a project is written for, by the files in which it says what it needs."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

MAX_BYTES = 200_000
FILES = re.compile(
    r"(requirements[\w.-]*\.(txt|in)|setup\.(py|cfg)|pyproject\.toml|Pipfile|environment[\w.-]*\.ya?ml|conda\.ya?ml)$"
)
NEEDED = re.compile(
    r"(?im)^[\s\"'\[(,-]*(?P<name>tensorflow([-_](gpu|cpu))?|keras)[\"']?\s*[:=]?\s*(\[[^\]]*\])?[\"'\s]*"
    r"(?P<operator>==|~=|<=|>=|<|>|=|\^)\s*[\"']?v?(?P<major>\d+)(\.(?P<minor>\d+))?"
)
SETTING = re.compile(r"(?ims)^\[tool\.tensorleak\].*?^tensorflow\s*=\s*[\"']?(?P<major>\d+)")
UPPER, LOWER = frozenset(("<", "<=")), frozenset((">", ">="))
LAST_GRAPH_KERAS = (2, 3)  # from 2.4 on `keras` is TensorFlow 2's


def major_version(folder: str) -> int | None:
    """1 or 2, as the files in one folder say; None where they say nothing, or both."""
    said = {found for text in _texts(folder) for found in _said_in(text)}
    return said.pop() if len(said) == 1 else None


def _texts(folder: str) -> Iterator[str]:
    try:
        found = sorted(entry.path for entry in os.scandir(folder) if FILES.match(entry.name) and entry.is_file())
    except OSError:
        return
    for path in found:
        try:
            yield Path(path).read_bytes()[:MAX_BYTES].decode(errors="replace")
        except OSError:
            continue


def _said_in(text: str) -> Iterator[int]:
    setting = SETTING.search(text)
    if setting:
        yield min(2, int(setting["major"]))
        return
    for found in NEEDED.finditer(text):
        version = int(found["major"]), int(found["minor"] or 0)
        said = (
            _of_keras(found["operator"], version)
            if found["name"].lower() == "keras"
            else _of_tensorflow(found["operator"], version)
        )
        if said is not None:
            yield said


def _of_tensorflow(operator: str, version: tuple[int, int]) -> int | None:
    if operator in LOWER:
        return 2 if version >= (2, 0) else None  # `>=1.4` may be anything
    if operator in UPPER:
        return 1 if version <= (2, 0) else None
    return 1 if version < (2, 0) else 2


def _of_keras(operator: str, version: tuple[int, int]) -> int | None:
    if operator in LOWER:
        return None
    return 1 if version <= LAST_GRAPH_KERAS else None
