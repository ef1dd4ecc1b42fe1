"""Reads what is to be checked: Python files in any declared encoding, and notebooks as one module with a table of cells."""

from __future__ import annotations

import io
import os
import re
import stat
import tokenize
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tensorleak.errors import TensorleakError, UsageError

MAX_SOURCE = 8 * 1024 * 1024
MAX_NOTEBOOK = 32 * 1024 * 1024  # notebooks carry their pictures with them
MAX_TOKENS = 250_000
TOKEN = re.compile(r"\w+|[^\w\s]")
NEWLINE = re.compile(r"\r\n|\r|\n")  # what ends a line for Python; str.splitlines also splits at form feeds
NAMES = (b"tensorflow", b"keras")


class SourceError(TensorleakError):
    """A file cannot be read as source; the message leaves the file's name to whoever reports it."""


@dataclass(frozen=True)
class Cell:
    """One code cell of a notebook: its number among all cells, from 1, and where it lies in the joined text."""

    number: int
    first_line: int
    lines: int

    def __contains__(self, line: int) -> bool:
        return self.first_line <= line < self.first_line + self.lines


@dataclass(frozen=True)
class Source:
    """The text of one file; `display` is the path as people see it, `cells` the map of a notebook."""

    path: Path
    display: str
    text: str
    cells: tuple[Cell, ...] | None = None

    @cached_property
    def lines(self) -> list[str]:
        """The lines as Python counts them, without their ends."""
        return NEWLINE.split(self.text)

    def line(self, number: int) -> str:
        """One line, from 1; empty where there is none."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def cell_at(self, line: int) -> Cell | None:
        """The notebook cell that a line of the joined text belongs to."""
        return next((cell for cell in self.cells or () if line in cell), None)

    def place(self, line: int) -> tuple[int | None, int]:
        """Where a line of the joined text is for the reader: its cell, if any, and the line within it."""
        cell = self.cell_at(line)
        return (cell.number, line - cell.first_line + 1) if cell else (None, line)

    def joined_line(self, cell: int | None, line: int) -> int:
        """The way back: the line of the joined text."""
        found = next((known for known in self.cells or () if known.number == cell), None)
        return found.first_line + line - 1 if found else line


def absolute(path: Path) -> Path:
    """A path from the root, without dots; links keep the names that people gave them."""
    try:
        return Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow the links
    except FileNotFoundError as error:
        raise UsageError("the working directory is gone: change to a folder that exists") from error


def shown(path: Path) -> str:
    """A path as people type it: relative where it lies below the working directory."""
    try:
        full, here = absolute(path), Path.cwd()
    except (OSError, UsageError):  # the working directory is gone
        return path.as_posix()
    return (full.relative_to(here) if full.is_relative_to(here) else full).as_posix()


def mentions_tensorflow(raw: bytes) -> bool:
    """Whether a file can concern TensorFlow at all: the names in it are searched as bytes, before any parsing."""
    return any(name in raw for name in NAMES)


def is_notebook(path: Path) -> bool:
    """Whether a path is named as a Jupyter notebook."""
    return path.suffix.lower() == ".ipynb"


def read_raw(path: Path) -> bytes:
    """The bytes of a regular file of bearable size; nothing is opened that could block or is too large."""
    limit = MAX_NOTEBOOK if is_notebook(path) else MAX_SOURCE
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise SourceError("is not a regular file")
        if status.st_size > limit:
            raise SourceError(f"is too large to be checked ({status.st_size >> 20} MB, the limit is {limit >> 20} MB)")
        return path.read_bytes()
    except OSError as error:
        raise SourceError(f"cannot be read: {error.strerror or error}") from error


def read_source(path: Path, display: str | None = None) -> Source:
    """Reads a Python file or a notebook; raises `SourceError` with one clear line where that is impossible."""
    return source_of(read_raw(path), path, display)


def source_of(raw: bytes, path: Path, display: str | None = None) -> Source:
    """The source that these bytes of a file hold."""
    name = shown(path) if display is None else display
    if is_notebook(path):
        from tensorleak.check.notebook import join_cells

        text, cells = join_cells(raw)
        return Source(path, name, bearable(text), cells)
    return Source(path, name, bearable(decode(raw)))


def bearable(text: str) -> str:
    """The text, unless its syntax tree would take too much memory: about 700 bytes for each token."""
    if len(text) > MAX_TOKENS:
        tokens = sum(1 for _ in TOKEN.finditer(text))
        if tokens > MAX_TOKENS:
            raise SourceError(f"is too large to be checked ({tokens:,} words and signs, the limit is {MAX_TOKENS:,})")
    return text


def decode(raw: bytes) -> str:
    """Source bytes as text, by byte order mark, coding cookie (PEP 263) or UTF-8."""
    if b"\0" in raw:
        raise SourceError("is binary, not Python source")
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
        return raw.decode(encoding)
    except SyntaxError as error:
        raise SourceError(f"has an unusable encoding: {error.msg}") from error
    except (UnicodeDecodeError, LookupError) as error:
        raise SourceError(f"is not {encoding} text: {_position(error)}") from error


def _position(error: UnicodeDecodeError | LookupError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"{error.reason} at byte {error.start}; a coding cookie on the first line would name its encoding"
    return str(error)
