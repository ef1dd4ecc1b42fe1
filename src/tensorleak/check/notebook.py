"""Jupyter notebooks as Python: the code cells joined into one module, line for line, with IPython's own syntax blanked."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Mapping
from typing import Any

import msgspec

from tensorleak.check.source import NEWLINE, Cell, SourceError

# Cell magics whose body is still Python; all others (%%bash, %%writefile, %%html ...) hide their whole cell.
PYTHON_MAGICS = {
    "time",
    "timeit",
    "capture",
    "prun",
    "memit",
    "mprun",
    "tensorleak",
    "python",
    "python3",
    "tensorflow_version",
}
CELL_MAGIC = re.compile(r"\s*%%(\w+)")
MAGIC = re.compile(r"\s*(?:[%!?]|.*\?\??\s*$|[\w.,\s\[\]]+=\s*[!%])")
INDENT = re.compile(r"\s*")
MAX_ROUNDS = 50  # parses of one cell: each finds one magic line; after that all lines that look like one are blanked
MAX_REPARSED = 500_000  # characters that are parsed for it
PYTHON = {"", "python", "python3", "ipython", "ipython3"}


class NotebookCell(msgspec.Struct):
    """A cell as it is stored; outputs are skipped unread."""

    cell_type: str
    source: str | list[str] = ""


class NotebookFile(msgspec.Struct):
    """The parts of a notebook file that matter here."""

    cells: list[NotebookCell]
    nbformat: int = 4
    metadata: dict[str, Any] = {}


def join_cells(raw: bytes) -> tuple[str, tuple[Cell, ...]]:
    """One module text from the code cells, and the table that maps its lines back."""
    notebook = _parse(raw)
    if not _is_python(notebook):
        return join_code({})
    stored = enumerate(notebook.cells, start=1)
    return join_code({number: "".join(cell.source) for number, cell in stored if cell.cell_type == "code"})


def join_code(code: Mapping[int, str]) -> tuple[str, tuple[Cell, ...]]:
    """One module text from the code of cells, by their numbers, and the table that maps its lines back."""
    lines: list[str] = []
    cells = []
    for number, text in code.items():
        plain = plain_python(text)
        cells.append(Cell(number, len(lines) + 1, len(plain)))
        lines += plain
    return "\n".join(lines) + "\n", tuple(cells)


def blank_cell(text: str, cell: Cell) -> str:
    """The joined text with one cell emptied: the others can be checked though this one is broken."""
    lines = NEWLINE.split(text)
    first = cell.first_line - 1
    lines[first : first + cell.lines] = [""] * cell.lines
    return "\n".join(lines)


def plain_python(code: str) -> list[str]:
    """The lines of a cell with magics, shell lines and questions replaced by nothing that runs."""
    lines = _dedented(NEWLINE.split(code))
    first = next((index for index, line in enumerate(lines) if line.strip() and not line.startswith("#")), 0)
    magic = CELL_MAGIC.match(lines[first])
    if magic:
        if magic[1] not in PYTHON_MAGICS:
            return [""] * len(lines)
        lines[first] = ""
    return _without_magics(lines)


def _dedented(lines: list[str]) -> list[str]:
    """A cell that is indented as a whole runs in IPython as if it were not."""
    first = next((line for line in lines if line.strip()), "")
    indent = INDENT.match(first)[0]  # type: ignore[index]
    if not indent or not all(line.startswith(indent) for line in lines if line.strip()):
        return lines
    return [line[len(indent) :] for line in lines]


def _without_magics(lines: list[str]) -> list[str]:
    """Blanks magic-looking lines where the parser stumbles: `%s` within a string or an expression is left alone."""
    suspects = {number for number, line in enumerate(lines, start=1) if MAGIC.match(line)}
    size = sum(map(len, lines)) + 1
    rounds = min(MAX_ROUNDS, MAX_REPARSED // size)
    while suspects:
        stumbled = _first_error(lines)
        if stumbled is None:
            return lines
        rounds -= 1
        blanked = {stumbled} if stumbled in suspects and rounds > 0 else set(suspects)
        for number in blanked:
            _blank(lines, number - 1)
        suspects -= blanked
    return lines


def _blank(lines: list[str], index: int) -> None:
    """Replaces a magic line, and the lines that a trailing backslash carries it on to."""
    goes_on = lines[index].rstrip().endswith("\\")
    lines[index] = INDENT.match(lines[index])[0] + "pass"  # type: ignore[index]
    while goes_on and index + 1 < len(lines):
        index += 1
        goes_on = lines[index].rstrip().endswith("\\")
        lines[index] = ""


def _first_error(lines: list[str]) -> int | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse("\n".join(lines))
    except SyntaxError as error:
        return error.lineno or 0
    except (ValueError, RecursionError, MemoryError):
        return 0
    return None


def _parse(raw: bytes) -> NotebookFile:
    try:
        notebook = msgspec.json.decode(raw, type=NotebookFile)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise SourceError(f"is not a notebook: {str(error).splitlines()[0]}") from error
    if notebook.nbformat < 4:
        raise SourceError(f"is a notebook of the old format {notebook.nbformat}: save it again with Jupyter")
    return notebook


def _is_python(notebook: NotebookFile) -> bool:
    """Whether the kernel runs Python; a notebook that does not say is taken to."""
    kernel, info = notebook.metadata.get("kernelspec"), notebook.metadata.get("language_info")
    stated = (info.get("name") if isinstance(info, dict) else None) or (
        kernel.get("language") if isinstance(kernel, dict) else None
    )
    return str(stated or "").lower() in PYTHON
