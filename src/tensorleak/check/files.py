"""Which files a check covers: the paths as given, folders searched below, what people exclude left out."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path

from tensorleak.check.problem import Problem
from tensorleak.check.source import absolute, shown
from tensorleak.errors import UsageError

SUFFIXES = (".py", ".ipynb")
EXCLUDED = (
    ".bzr", ".direnv", ".eggs", ".git", ".hg", ".ipynb_checkpoints", ".mypy_cache", ".nox", ".pants.d", ".pytest_cache",
    ".pytype", ".ruff_cache", ".svn", ".tox", ".venv", "__pycache__", "__pypackages__", "_build", "buck-out", "build",
    "dist", "env", "node_modules", "site-packages", "venv",
)  # fmt: skip
PLAIN = re.compile(r"[^*?\[/]+/?")  # a name, nothing to match: most patterns are
TEST_FOLDERS = ("test", "tests", "testing")
TEST_FILES = ("test_*.py", "*_test.py", "conftest.py")


@dataclass(frozen=True)
class Scope:
    """What belongs to a check and what does not; `base` is where patterns with a slash start."""

    base: Path
    exclude: tuple[str, ...] = EXCLUDED
    tests: bool = False
    force_exclude: bool = False  # excludes also apply to files named on the command line, as hooks name them

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(pattern.rstrip("/") for pattern in self.exclude if PLAIN.fullmatch(pattern))

    @cached_property
    def _patterns(self) -> tuple[str, ...]:
        return tuple(pattern for pattern in self.exclude if not PLAIN.fullmatch(pattern))

    def leaves_out(self, path: Path, parts: Sequence[str], folder: bool) -> bool:
        """Whether a path is excluded by name, by pattern, or as a test; `parts` are the components that count."""
        if path.name in self._names or any(matches(path, pattern, self.base) for pattern in self._patterns):
            return True
        return not self.tests and is_test(parts, folder)

    def excludes(self, path: Path) -> bool:
        """Whether a file, or one of its folders below the base, is left out."""
        parts = _inner(path, self.base)
        return any(
            self.leaves_out(self.base.joinpath(*parts[:depth]), parts[:depth], depth < len(parts))
            for depth in range(1, len(parts) + 1)
        )


@dataclass
class Found:
    """The files of a check in a stable order, and what could not be searched."""

    files: list[Path] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def find_files(paths: Sequence[Path], scope: Scope) -> Found:
    """Expands the paths of a command line; a path that does not exist is a usage error."""
    found = Found()
    by_place: dict[str, Path] = {}
    for path in paths:
        if not os.path.lexists(path):
            raise UsageError(f"there is no file or folder {shown(path)!r}")
        for file in _expand(path, scope, found.problems):
            known = by_place.setdefault(os.path.realpath(file), file)
            if known.is_symlink() and not file.is_symlink():  # a file and a link to it are one file, under its own name
                by_place[os.path.realpath(file)] = file
    found.files = sorted(by_place.values(), key=lambda file: (file.parent, file.name))
    return found


def matches(path: Path, pattern: str, base: Path) -> bool:
    """Whether a glob names this path: by its last component, or, with a slash in it, from the base downwards."""
    pattern = pattern.rstrip("/")
    if "/" not in pattern:
        return fnmatch(path.name, pattern)
    full, pattern = absolute(path), pattern.removeprefix("./")
    inner = full.relative_to(base).as_posix() if full.is_relative_to(base) else full.as_posix()
    return fnmatch(inner, pattern) or fnmatch(inner, pattern + "/*")


def is_test(parts: Sequence[str], folder: bool) -> bool:
    """Whether a path is part of a test suite, by the usual names."""
    folders, file = (parts, "") if folder else (parts[:-1], parts[-1])
    return any(part in TEST_FOLDERS for part in folders) or any(fnmatch(file, name) for name in TEST_FILES)


def _expand(path: Path, scope: Scope, problems: list[Problem]) -> Iterator[Path]:
    inner = _inner(path, scope.base)
    if path.is_dir():
        # A folder of tests that was asked for by name is wanted, tests and all.
        asked = is_test((*inner, absolute(path).name), True) and not scope.force_exclude
        yield from _walk(path, replace(scope, tests=scope.tests or asked), problems)
    elif not (scope.force_exclude and scope.excludes(path)):
        yield path


def _inner(path: Path, base: Path) -> tuple[str, ...]:
    """The components of a path below the base; of a path elsewhere only its name."""
    full = absolute(path)
    return full.relative_to(base).parts if full.is_relative_to(base) else full.parts[-1:]


def _walk(top: Path, scope: Scope, problems: list[Problem]) -> Iterator[Path]:
    """Python files and notebooks below a folder; links to folders are not followed, so no loop can trap it."""
    for folder, folders, files in os.walk(top, onerror=_note(problems)):
        here = Path(folder)
        parts = here.relative_to(top).parts
        folders[:] = sorted(name for name in folders if not scope.leaves_out(here / name, (*parts, name), True))
        for name in sorted(files):
            path = here / name
            if name.endswith(SUFFIXES) and not scope.leaves_out(path, (*parts, name), False):
                yield path


def _note(problems: list[Problem]) -> Callable[[OSError], None]:
    def note(error: OSError) -> None:
        problems.append(Problem(shown(Path(error.filename)), f"cannot be searched: {error.strerror}"))

    return note
