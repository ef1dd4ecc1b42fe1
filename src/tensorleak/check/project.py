"""The index of a project: its modules, parsed when first needed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from tensorleak.check.dialect import parse
from tensorleak.check.module import Module
from tensorleak.check.requirements import major_version
from tensorleak.check.source import Source, SourceError, read_source

MAX_HOPS_IN_LOOP = 4  # how far calls in a loop are followed from module to module


class Project:
    """The modules below some roots; each is parsed when something first asks for it."""

    def __init__(self, roots: Sequence[Path], read: Callable[[Path], Source] | None = None) -> None:
        self.roots = [Path(os.path.abspath(root)) for root in roots]
        self._by_path: dict[str, Module | None] = {}
        self._found: dict[tuple[str, str, int], Module | None] = {}
        self._versions: dict[str, int | None] = {}
        self.read: set[Path] = set()
        self._source = read or (lambda file: read_source(file, display_of(file)))

    def module_of(self, source: Source) -> Module:
        """The module of a source that was read already; raises SyntaxError where it is none."""
        key = os.path.abspath(source.path)
        known = self._by_path.get(key)
        if known is None or known.source.text != source.text:
            known = Module(source, parse(source.text), source.path.stem)
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

    def shrunk(self) -> set[str]:
        """The names of containers that the modules read so far empty or cut somewhere."""
        modules = (self._by_path.get(os.path.abspath(path)) for path in self.read)
        return {name for module in modules if module is not None for name in module.shrunk}

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
        for start in self._starts(folder, level):
            base = os.path.join(start, *parts)
            candidates = (
                [os.path.join(base, "__init__.py")] if not parts else [base + ".py", os.path.join(base, "__init__.py")]
            )
            for path in candidates:
                if os.path.isfile(path):
                    return self._load(path, dotted)
        return None

    def _starts(self, folder: str, level: int) -> Iterator[str]:
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
                self._by_path[path] = Module(source, parse(source.text), dotted)
            except (SourceError, SyntaxError, ValueError, RecursionError, MemoryError):
                self._by_path[path] = None
        return self._by_path[path]


def display_of(path: Path) -> str:
    """A path as users write it: relative where it lies below the working directory."""
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):  # the working directory may be gone
        return str(path)
