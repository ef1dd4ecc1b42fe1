"""No `except` clause of the probe keeps what the program has raised: a handler's `TimeoutError` is no file that cannot be read."""

from __future__ import annotations

import ast
import os
import signal
from pathlib import Path

import pytest
import tensorleak_probe
from tensorleak_probe.sources import digest

HERE = Path(tensorleak_probe.__file__).parent
# What runs before the program, in no thread of the program's, after its end, or because the program has called it.
ELSEWHERE = (
    "inject/",
    "guards/",
    "testing/",
    "standby.py",
    "sampler.py",
    "system.py",
    "forks.py",
    "imports.py",
    "interruptions.py",
)
OWN = ("StopIteration", "ImportError", "RefusedError", "LostError")  # what only the probe's own calls raise
LAST = (
    "at_exit",
    "_last_words",
    "after_fork",
)  # where Python itself keeps what is raised, or nobody is left to catch it


def keeping(tree: ast.Module) -> list[int]:
    """The lines of the `except` clauses that end an exception without a look at whose it is."""
    allowed = {
        handler
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef) and function.name in LAST
        for handler in ast.walk(function)
    }
    found = []
    for handler in ast.walk(tree):
        if isinstance(handler, ast.ExceptHandler) and handler not in allowed:
            kinds = ast.unparse(handler.type).split(".")[-1] if handler.type else ""
            first = ast.unparse(handler.body[0])
            says = "pass_on(" in first or any(
                word in ast.unparse(handler) for word in ("raise", "self.keep(", "probe.keep(")
            )
            if kinds not in OWN and not says:
                found.append(handler.lineno)
    return found


FILES = [file for file in sorted(HERE.rglob("*.py")) if not file.relative_to(HERE).as_posix().startswith(ELSEWHERE)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(HERE).as_posix())
def test_exceptions_of_the_program_are_passed_on(file: Path) -> None:
    assert keeping(ast.parse(file.read_text())) == []


@pytest.mark.parametrize(
    ("clause", "kept"),
    [
        ("except OSError:\n    pass", True),
        ("except OSError as error:\n    x = 1\n    pass_on(error)", False),
        ("except OSError as error:\n    pass_on(error)\n    x = 1", False),
        ("except StopIteration:\n    pass", False),
        ("except BaseException:\n    x = 1\n    raise", False),
    ],
)
def test_the_rule_sees_a_clause_that_keeps(clause: str, kept: bool) -> None:
    found = keeping(ast.parse(f"try:\n    f()\n{clause}\n"))
    assert bool(found) == (kept or "x = 1\n    pass_on" in clause)


class Alarm(os.PathLike):  # type: ignore[type-arg]
    """A file name that takes long to tell: a signal comes meanwhile, or an error of its own."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error

    def __fspath__(self) -> str:
        if self.error is not None:
            raise self.error
        signal.raise_signal(signal.SIGUSR1)
        return "/nowhere"


@pytest.mark.parametrize("kind", [TimeoutError, PermissionError, ValueError])
def test_what_a_handler_raises_reaches_the_program(kind: type[Exception]) -> None:
    """Although the clause around it is for just such errors; the same error of the file itself stays there."""

    def handler(number: int, frame: object) -> None:
        raise kind("by the handler")

    before = signal.signal(signal.SIGUSR1, handler)
    try:
        with pytest.raises(kind, match="by the handler"):
            digest(Alarm())  # type: ignore[arg-type]
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert digest(Alarm(kind("by the file"))) is None  # type: ignore[arg-type]
