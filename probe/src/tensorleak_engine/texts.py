"""The one gate to source text: which files a report may read, and their text if it is what ran.

File names come from the recording, which may be somebody else's. The recorded hash decides: its maker cannot know the hash
of a text that he does not know, so a file that matches tells him nothing. A file without a hash is read only below a folder
that the reader of the report has named.
"""

from __future__ import annotations

import ast
import hashlib
import linecache
import os
import stat
import sys
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Iterable, Iterator

SUFFIXES = (".py", ".ipynb")
MAX_TEXT = 4 * 1024 * 1024  # bytes that are read of one file
# A syntax tree takes 70 times the memory of ordinary source and 650 times that of the densest, measured on Python 3.11.
MAX_PARSED = 512 * 1024  # bytes of one file that is parsed
MAX_ALL_PARSED = 1024 * 1024  # bytes of all files that are parsed for a stranger's recording
MAX_SEARCHED = 2 * 1024 * 1024  # bytes of files that are searched for one, each time counted: about 3 s
MAX_FILES = 512  # files that are looked at for one recording
MAX_PATH = 4096
DEVICES = ("/proc", "/sys", "/dev")  # what is there is no file on a disk: reading it may block or never end
CHANGED = "changed since the recording"


@dataclass(frozen=True)
class Reader:
    """What the reader of a report answers for.

    `roots` are folders whose source may be shown although the recording has no hash of it. `own` says that this user's
    own run has just written the recording: all source files may then be read.
    """

    roots: tuple[str, ...] = ()
    own: bool = False


STRANGER = Reader()
OWN = Reader(own=True)


@dataclass
class Texts:
    """The source files of one recording; `cwd` and `folders` are what the recording itself claims to be about."""

    reader: Reader = STRANGER
    cwd: str = ""
    folders: tuple[str, ...] = ()
    hashes: dict[str, str] = field(default_factory=dict)
    _known: dict[tuple[str, str | None], tuple[bytes | None, bool]] = field(default_factory=dict, repr=False)
    _parsed: dict[str, int] = field(default_factory=dict, repr=False)
    _searched: int = 0

    def add(self, rows: Iterable[tuple[str, str]]) -> None:
        """Takes over recorded hashes: the file, and the SHA-256 of its bytes in hexadecimal digits."""
        self.hashes.update((self.full(file), digest) for file, digest in rows)

    def full(self, file: str) -> str:
        """A recorded name as a path from the root, where it was relative to where the program ran."""
        if file.startswith("<") or not (self.cwd or file.startswith("/")):
            return file
        return os.path.normpath(file if file.startswith("/") else f"{self.cwd}/{file}")

    def content(self, file: str) -> bytes | None:
        """The bytes of a file that may be read and, where its hash was recorded, is still the same."""
        return self._look(file)[0]

    def changed(self, file: str) -> bool:
        """Whether a file that may be read is another than the one that ran."""
        return self._look(file)[1]

    def lines(self, file: str, line: int, around: int) -> tuple[tuple[int, str], ...]:
        """Numbered lines around a place."""
        content = self.content(file)
        text = content.decode(errors="replace").splitlines() if content is not None else []
        first, last = max(1, line - around), min(len(text), line + around)
        return tuple((number, text[number - 1]) for number in range(first, last + 1))

    def tree(self, file: str) -> ast.Module | None:
        """The syntax tree of a file, or None where it cannot be read as such."""
        content = self.content(file)
        if content is None or len(content) > MAX_PARSED:
            return None
        known = file in self._parsed
        if not known and not self.reader.own and sum(self._parsed.values()) + len(content) > MAX_ALL_PARSED:
            return None
        self._parsed[file] = len(content)
        return parsed(content)

    def searched(self, files: Iterable[str]) -> dict[str, ast.Module]:
        """The syntax trees of those files that have one, to be searched; none once that has taken too long."""
        if not self.reader.own and self._searched > MAX_SEARCHED:
            return {}
        found = ((file, self.tree(file)) for file in files)
        trees = {file: tree for file, tree in found if tree is not None}
        self._searched += sum(self._parsed[file] for file in trees)
        return trees

    def _look(self, file: str) -> tuple[bytes | None, bool]:
        full = self.full(file)
        key = full, self.hashes.get(full)
        if key not in self._known:
            self._known[key] = self._checked(*key) if len(self._known) < MAX_FILES else (None, False)
        return self._known[key]

    def _checked(self, file: str, digest: str | None) -> tuple[bytes | None, bool]:
        """The bytes of a file, and whether they are withheld because the file has changed."""
        cell = _cell(file)
        if cell is not None:
            return cell, False
        found = read_file(file, self._roots(digest is not None))
        if found is None or digest is None:
            return found, False
        same = hashlib.sha256(found).hexdigest() == digest
        return (found, False) if same else (None, True)

    def _roots(self, hashed: bool) -> Iterator[str]:
        """The folders below which a file may lie: those claimed by the recording count only beside a hash."""
        yield from ("/",) if self.reader.own else self.reader.roots
        if hashed:
            yield from self.folders


@lru_cache(maxsize=64)
def parsed(content: bytes) -> ast.Module | None:
    """The syntax tree of a text, or None where it is no Python."""
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if sys.version_info < (3, 8):
        _add_ends(tree)
    return tree


def forget() -> None:
    """Lets go of the syntax trees that were kept."""
    parsed.cache_clear()


def _add_ends(tree: ast.AST) -> None:
    """Gives every node the line that it ends in, as newer Pythons do."""
    nodes = list(ast.walk(tree))
    for node in reversed(nodes):  # those inside come after what they are in
        below = [getattr(child, "end_lineno", 0) for child in ast.iter_child_nodes(node)]
        node.end_lineno = max([getattr(node, "lineno", 0), *below])  # type: ignore[attr-defined]


def read_file(file: str, roots: Iterable[str]) -> bytes | None:
    """The bytes of a regular source file of bearable size below one of the folders; None for anything else."""
    try:
        real = _real(file)
        if real is None or not any(_below(real, root) for root in roots):
            return None
        handle = os.open(real, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(handle, "rb") as source:
            status = os.fstat(source.fileno())
            if not stat.S_ISREG(status.st_mode) or status.st_size > MAX_TEXT or status.st_dev in _device_numbers():
                return None
            return source.read(status.st_size)
    except (OSError, ValueError):  # a name that no file system takes is no file
        return None


def _real(file: str) -> str | None:
    """Where a file is after all links, if its name is that of a source file there, too."""
    if not file.startswith("/") or len(file) > MAX_PATH or not file.endswith(SUFFIXES):
        return None
    real = os.path.realpath(file)
    return real if real.endswith(SUFFIXES) and not any(_below(real, folder) for folder in DEVICES) else None


def _below(real: str, root: str) -> bool:
    """Whether a real path lies inside a folder."""
    if not root.startswith("/"):
        return False
    folder = os.path.realpath(root)
    return real.startswith(folder if folder == "/" else f"{folder}/")


@lru_cache(maxsize=1)
def _device_numbers() -> frozenset[int]:
    """The devices of file systems that hold no files, wherever else they may be mounted."""
    return frozenset(Path(folder).stat().st_dev for folder in DEVICES[:2] if os.path.ismount(folder))


def _cell(file: str) -> bytes | None:
    """The text of a notebook's cell, which is no file: what this very process keeps of it."""
    entry = linecache.cache.get(file)
    if entry is None or len(entry) != 4 or entry[1] is not None:  # a time of change: it was read from a disk
        return None
    return "".join(entry[2]).encode(errors="replace")
