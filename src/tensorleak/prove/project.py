"""The project of a program: where it begins, and a copy of it aside that runs can change without harm."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from tensorleak.errors import UsageError

MARKERS = ("pyproject.toml", "setup.py", ".git")
SKIPPED = frozenset(
    {
        ".git", ".hg", ".svn", "__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".tox", ".nox",
        "node_modules", ".ipynb_checkpoints", ".eggs",
    }
)  # fmt: skip
ENVIRONMENT_MARKS = ("pyvenv.cfg", "conda-meta")
LARGE = 100_000_000
BUDGET = 2_000_000_000
MAX_ENTRIES = 200_000


class Kind(Enum):
    """What an entry of a folder is."""

    FOLDER = "folder"
    FILE = "file"
    LINK = "link"


@dataclass(frozen=True)
class Entry:
    """One thing to copy, by its path from the root."""

    path: Path
    kind: Kind
    size: int = 0


@dataclass(frozen=True)
class Copied:
    """What a copy holds, and which files it only links to."""

    files: int
    bytes: int
    linked: tuple[Path, ...]


def project_root(start: Path) -> Path:
    """The nearest folder at or above `start` that looks like a project; else `start` itself."""
    home = Path.home()
    for folder in (start, *start.parents):
        if folder in (home, Path(folder.anchor)):
            break  # a home full of everything is no project, even under version control
        if any((folder / marker).exists() for marker in MARKERS):
            return folder
    return start


def survey(root: Path) -> list[Entry]:
    """Everything worth copying: no version control, no virtual environments, no caches, nothing that could block."""
    entries: list[Entry] = []
    for entry in _walk(root, root):
        entries.append(entry)
        if len(entries) > MAX_ENTRIES:
            raise UsageError(f"{root} holds more than {MAX_ENTRIES} files: name the program's own folder with --root")
    return entries


def _walk(root: Path, folder: Path) -> Iterator[Entry]:
    try:
        found = sorted(os.scandir(folder), key=lambda item: item.name)
    except PermissionError:
        return
    for item in found:
        path = Path(item.path)
        if item.is_symlink():
            yield Entry(path.relative_to(root), Kind.LINK)
        elif item.is_dir():
            if item.name not in SKIPPED and not any((path / mark).exists() for mark in ENVIRONMENT_MARKS):
                yield Entry(path.relative_to(root), Kind.FOLDER)
                yield from _walk(root, path)
        elif stat.S_ISREG(item.stat().st_mode):
            yield Entry(path.relative_to(root), Kind.FILE, item.stat().st_size)


def copy_project(root: Path, target: Path, wanted: Callable[[Path], bool] = lambda path: True) -> Copied:
    """Copies the project; what is there already stays, and very large files become links to the originals."""
    entries = [entry for entry in survey(root) if entry.kind is Kind.FOLDER or wanted(entry.path)]
    linked = large_ones(entries)
    total = sum(entry.size for entry in entries if entry.path not in linked)
    target.mkdir(parents=True, exist_ok=True)
    _require_space(target, total)
    for entry in entries:
        if not _copy(entry, root, target, entry.path in linked):
            linked.add(entry.path)
    files = sum(1 for entry in entries if entry.kind is Kind.FILE)
    return Copied(files, total, tuple(sorted(linked)))


def large_ones(entries: list[Entry]) -> set[Path]:
    """The files to link instead of copying: large each, or the largest data where all together are too much."""
    files = sorted((entry for entry in entries if entry.kind is Kind.FILE), key=lambda entry: -entry.size)
    linked = {entry.path for entry in files if entry.size > LARGE}
    total = sum(entry.size for entry in files if entry.path not in linked)
    for entry in files:
        if total <= BUDGET:
            break
        if entry.path not in linked and entry.path.suffix != ".py":
            linked.add(entry.path)
            total -= entry.size
    return linked


def _require_space(target: Path, needed: int) -> None:
    free = shutil.disk_usage(target).free
    if needed > 0.9 * free:
        raise UsageError(
            f"a copy needs {needed / 1e6:.0f} MB and {target.parent} has {free / 1e6:.0f} MB left:"
            " set TMPDIR to a larger disk, or name a smaller folder with --root"
        )


def _copy(entry: Entry, root: Path, target: Path, link: bool) -> bool:
    """Copies one entry; false when a file could only be linked."""
    source, copy = root / entry.path, target / entry.path
    if os.path.lexists(copy):
        return True
    copy.parent.mkdir(parents=True, exist_ok=True)
    if entry.kind is Kind.FOLDER:
        copy.mkdir()
    elif entry.kind is Kind.LINK:
        copy.symlink_to(link_target(source, root, target))
    elif link:
        copy.symlink_to(source)
    else:
        try:
            shutil.copy2(source, copy)
        except PermissionError:
            copy.unlink(missing_ok=True)
            copy.symlink_to(source)  # the program sees the same refusal
            return False
    return True


def link_target(link: Path, root: Path, target: Path) -> Path:
    """Where the copy of a link points: inside the copy for what lies in the project, else to the same place."""
    words = link.readlink()
    place = Path(os.path.normpath(link.parent / words))
    if not place.is_relative_to(root):
        return place
    return target / place.relative_to(root) if words.is_absolute() else words


def states(root: Path, files: Iterable[Path]) -> dict[Path, tuple[int, int]]:
    """Size and time of change of files, to see later whether they were written to."""
    return {path: (found.st_size, found.st_mtime_ns) for path in files if (found := _stat(root / path))}


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        return None
