"""The index of a project: its modules, parsed when first needed."""

from __future__ import annotations

import ast
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from tensorleak.check.dialect import parse
from tensorleak.check.module import FunctionNode, Module
from tensorleak.check.requirements import major_version
from tensorleak.check.source import Source, SourceError, read_source
from tensorleak.check.values import Value

CONTAINERS = frozenset(("list", "dict", "queue", "text", "tuple", "array"))
MAX_DEPTH, MAX_FOLDERS = 3, 500  # how far distributions of their own are looked for, below a root
MAX_HOPS_IN_LOOP = 4  # how far calls in a loop are followed from module to module


@dataclass
class Calls:
    """What is known of the calls by attribute (`rows.clear()`) that the present examination came by."""

    known: dict[str, dict[int, tuple[ast.Attribute, Module]]] = field(
        default_factory=dict
    )  # by attribute: calls of which it is known who answers
    unknown: set[int] = field(default_factory=set)  # ... and those of which, at some time, it was not
    followed: set[int] = field(default_factory=set)  # the functions of the project that answer

    def note(self, node: ast.Attribute, module: Module, function: Value) -> None:
        """A call by attribute, and what it turns out to call."""
        kind = function.kind
        if not kind:
            self.unknown.add(id(node))
            return
        target = getattr(function.target, "node", None)
        if kind in ("function", "memo") and target is not None:
            self.followed.add(id(target))
        elif kind != "api" and not (kind == "bound" and function.items and function.items[0].kind in CONTAINERS):
            self.unknown.add(id(node))
            return
        self.known.setdefault(node.attr, {})[id(node)] = node, module

    def elsewhere(self, function: FunctionNode, home: Module) -> int:
        """How many calls by a function's name, outside its own text, are known to be answered by what was followed, or by a library."""
        first, last = function.lineno, function.end_lineno or function.lineno
        return sum(
            1
            for key, (node, module) in self.known.get(function.name, {}).items()
            if key not in self.unknown and not (module is home and first <= node.lineno <= last)
        )


class Project:
    """The modules below some roots; each is parsed when something first asks for it."""

    def __init__(self, roots: Sequence[Path], read: Callable[[Path], Source] | None = None) -> None:
        self.roots = [Path(os.path.abspath(root)) for root in roots]
        self._by_path: dict[str, Module | None] = {}
        self._found: dict[tuple[str, str, int], Module | None] = {}
        self._versions: dict[str, int | None] = {}
        self.read: set[Path] = set()
        self.calls = Calls()  # of the present examination
        self._source = read or (lambda file: read_source(file, display_of(file)))

    def module_of(self, source: Source) -> Module:
        """The module of a source that was read already; raises SyntaxError where it is none."""
        key = os.path.abspath(source.path)
        known = self._by_path.get(key)
        if known is None or known.source.text != source.text:
            known = Module(source, parse(source.text), source.path.stem, self)
            self._by_path[key] = known
        self.read.add(source.path)
        return known

    def find(self, dotted: str, importer: Module, level: int = 0) -> Module | None:
        """The project's module of this name as `importer` would import it, or None for a library's."""
        key = (dotted, importer.folder, level)
        if key not in self._found:
            self._found[key] = self._search(dotted, importer.folder, level)
        found = self._found[key]
        if found is not None:
            self.read.add(found.path)
        return found

    def modules(self) -> Iterator[Module]:
        """The modules that the present examination has read so far."""
        found = (self._by_path.get(os.path.abspath(path)) for path in self.read)
        return (module for module in found if module is not None)

    def tensorflow(self, folder: str) -> int | None:
        """The major version of TensorFlow that the project needs, by the nearest folder that says so; None where none does."""
        if folder not in self._versions:
            above = os.path.dirname(folder)
            outermost = above == folder or any(str(root) in (folder, above + os.sep) for root in self.roots)
            said = major_version(folder)
            self._versions[folder] = said if said is not None or outermost else self.tensorflow(above)
        return self._versions[folder]

    def _search(self, dotted: str, folder: str, level: int) -> Module | None:
        parts = [part for part in dotted.split(".") if part]
        for start in self._starts(folder, level, parts[0] if parts else ""):
            base = os.path.join(start, *parts)
            candidates = (
                [os.path.join(base, "__init__.py")] if not parts else [base + ".py", os.path.join(base, "__init__.py")]
            )
            for path in candidates:
                if os.path.isfile(path):
                    return self._load(path, dotted)
        return None

    @cached_property
    def _packages(self) -> dict[str, list[str]]:
        """Where imports of a package may begin that lies beside a `setup.py` of its own, as in repositories of several: by its name."""
        found: dict[str, list[str]] = {}
        for folder in (one for root in self.roots if root.is_dir() for one in distributions(root)):
            for place in (folder, os.path.join(folder, "src")):
                for name in sorted(os.listdir(place)) if os.path.isdir(place) else ():
                    if os.path.isfile(os.path.join(place, name, "__init__.py")):
                        found.setdefault(name, []).append(place)
        return found

    def _starts(self, folder: str, level: int, first: str) -> Iterator[str]:
        """Where an import may begin: relative ones at one place, absolute ones at the folder and above."""
        if level:
            for _ in range(level - 1):
                folder = os.path.dirname(folder)
            yield folder
            return
        seen = folder
        while True:
            yield seen
            if any(str(root) == seen for root in self.roots) or not os.path.isfile(os.path.join(seen, "__init__.py")):
                break
            seen = os.path.dirname(seen)
        yield from self._packages.get(first, ())
        for root in self.roots:
            place = str(root if root.is_dir() else root.parent)
            if place != seen:
                yield place
                yield os.path.join(place, "src")
        parent = os.path.dirname(seen)
        if parent != seen:
            yield parent

    def _load(self, path: str, dotted: str) -> Module | None:
        if path not in self._by_path:
            try:
                source = self._source(Path(path))
                self._by_path[path] = Module(source, parse(source.text), dotted, self)
            except (SourceError, SyntaxError, ValueError, RecursionError, MemoryError):
                self._by_path[path] = None
        return self._by_path[path]


def distributions(root: Path) -> Iterator[str]:
    """The folders below one that are distributions of their own, as far as a short look finds them."""
    todo, looked = [(os.fspath(root), 0)], 0
    while todo and looked < MAX_FOLDERS:
        folder, depth = todo.pop(0)
        looked += 1
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError:
            continue
        if depth and any(entry.name in ("setup.py", "pyproject.toml") for entry in entries):
            yield folder
        if depth < MAX_DEPTH:
            todo += [
                (one.path, depth + 1)
                for one in entries
                if one.name[:1] not in "._" and one.is_dir(follow_symlinks=False)
            ]


def display_of(path: Path) -> str:
    """A path as users write it: relative where it lies below the working directory."""
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):  # the working directory may be gone
        return str(path)
