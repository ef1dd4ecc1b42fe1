"""What kept a file from being checked: one clear line each, while the rest is checked."""

from __future__ import annotations

from dataclasses import dataclass

# What Python 3 says about the Python 2 code that people still have lying about.
PYTHON_2 = {
    "Missing parentheses in call to 'print'": "a print statement of Python 2",
    "Missing parentheses in call to 'exec'": "an exec statement of Python 2",
    "multiple exception types must be parenthesized": "`except E, e` of Python 2",
    "leading zeros in decimal integer literals": "an octal number of Python 2",
    "inconsistent use of tabs": "tabs and spaces mixed, as Python 2 allowed",
}


@dataclass(frozen=True, order=True)
class Problem:
    """One line about one file; a `fault` is Tensorleak's own."""

    file: str
    message: str
    line: int | None = None
    cell: int | None = None
    fault: bool = False

    def __str__(self) -> str:
        cell = f"cell {self.cell}:line " if self.cell is not None else ""
        return (
            f"{self.file}:{cell}{self.line}: {self.message}"
            if self.line is not None
            else f"{self.file}: {self.message}"
        )


def syntax_message(error: SyntaxError, line: str) -> str:
    """A syntax error in one line; Python 2 is called by its name."""
    said = (error.msg or "invalid syntax").splitlines()[0]
    return f"not Python 3 source: {python_2(said, line) or said}"


def python_2(said: str, line: str) -> str:
    """What makes a line that Python 3 refuses with these words one of Python 2; '' where it is none."""
    known = next((meaning for start, meaning in PYTHON_2.items() if said.startswith(start)), "")
    return known or ("a statement of Python 2" if _looks_like_python_2(line) else "")


def _looks_like_python_2(line: str) -> bool:
    words = line.split()
    first = words[0] if words else ""
    return first in ("print", "exec") or (first == "raise" and "," in line) or "<>" in line or line.count("`") == 2
