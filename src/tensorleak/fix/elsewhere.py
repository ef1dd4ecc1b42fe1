"""Who else in the project reads a container: what a fix drops from it would be missing there."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from tensorleak.check.buffer import project_of
from tensorleak.check.source import SourceError, read_raw, read_source, shown

MOST = 2_000  # files that are looked into


def reader_elsewhere(path: Path, name: str) -> str | None:
    """The first other file that imports the module at `path` and reads `name`, an attribute or a name of that module."""
    last = re.escape(name.rpartition(".")[2].encode())
    attribute = re.compile(rb"\." + last + rb"\b")
    module = re.escape((path.parent.name if path.stem == "__init__" else path.stem).encode())
    importing = re.compile(rb"^[ \t]*(?:from|import)\b[^\n]*\b" + module + rb"\b", re.MULTILINE)
    by_name = re.compile(
        rb"^[ \t]*from\b[^\n]*\b" + module + rb"\b[^\n]*\bimport\b[^\n]*\b" + last + rb"\b", re.MULTILINE
    )
    for other in islice(_files(path), MOST):
        try:
            raw = read_raw(other)
        except SourceError:
            continue
        if importing.search(raw) and (attribute.search(raw) or by_name.search(raw)):
            return shown(other)
    return None


def _files(path: Path) -> Iterator[Path]:
    """The other Python files of the project; the file itself may be one that is not on the disk."""
    if not path.is_file():
        return
    for root in project_of(path, read_source).roots:
        for folder, folders, names in os.walk(root):
            folders[:] = sorted(one for one in folders if not one.startswith("."))
            for name in sorted(names):
                other = Path(folder) / name
                if name.endswith(".py") and not (other.name == path.name and other.samefile(path)):
                    yield other
