"""Baselines: findings that are known and accepted for now, kept in a file that reads well in a diff."""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from tensorleak.check.finding import StaticFinding
from tensorleak.check.source import Source, absolute, shown
from tensorleak.errors import TensorleakError
from tensorleak.files import write_beside

SCHEMA = "tensorleak.baseline/1"
MAX_BASELINE = 32 * 1024 * 1024

Key = tuple[str, str, str]  # file, rule, fingerprint


class BaselineError(TensorleakError):
    """A file is not a baseline, or cannot be read as one."""


class Entry(msgspec.Struct):
    """Findings of one rule with one fingerprint in one file."""

    file: str
    rule: str
    fingerprint: str
    count: int


class Baseline(msgspec.Struct):
    """The file as a whole."""

    schema: str
    findings: list[Entry]


def hide(
    findings: Sequence[StaticFinding], sources: Mapping[str, Source], file: Path
) -> tuple[list[StaticFinding], int]:
    """The findings that are not in the baseline, and how many are; a fourth of three known ones is new."""
    known = Counter({(entry.file, entry.rule, entry.fingerprint): entry.count for entry in _read(file).findings})
    new = []
    for finding in findings:
        key = _key(finding, sources, file)
        if known[key] > 0:
            known[key] -= 1
        else:
            new.append(finding)
    return new, len(findings) - len(new)


def write(findings: Sequence[StaticFinding], sources: Mapping[str, Source], file: Path) -> None:
    """Writes the baseline of these findings, sorted, so that two of them compare line by line."""
    counts = Counter(_key(finding, sources, file) for finding in findings)
    entries = [Entry(*key, count) for key, count in sorted(counts.items())]
    text = msgspec.json.format(msgspec.json.encode(Baseline(SCHEMA, entries)), indent=2) + b"\n"
    try:
        write_beside(file, text)
    except OSError as error:
        raise BaselineError(f"the baseline {shown(file)} cannot be written: {error.strerror or error}") from error


def _key(finding: StaticFinding, sources: Mapping[str, Source], file: Path) -> Key:
    """What stays the same when lines move; files are named from the baseline's folder, wherever the check starts."""
    source = sources.get(finding.file)
    path = absolute(source.path if source else Path(finding.file))
    return Path(os.path.relpath(path, absolute(file).parent)).as_posix(), finding.rule, finding.fingerprint


def _read(file: Path) -> Baseline:
    try:
        status = file.stat()
        if not stat.S_ISREG(status.st_mode):
            raise BaselineError(f"the baseline {shown(file)} is no regular file; --write-baseline makes one")
        if status.st_size > MAX_BASELINE:
            raise BaselineError(f"the baseline {shown(file)} is too large to be one")
        baseline = msgspec.json.decode(file.read_bytes(), type=Baseline)
    except OSError as error:
        raise BaselineError(
            f"the baseline {shown(file)} cannot be read: {error.strerror or error}; --write-baseline makes one"
        ) from error
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BaselineError(f"{shown(file)} is not a baseline: {error}; --write-baseline makes one") from error
    if baseline.schema != SCHEMA:
        raise BaselineError(f"{shown(file)} is a baseline of another version ({baseline.schema!r}, not {SCHEMA!r})")
    return baseline
