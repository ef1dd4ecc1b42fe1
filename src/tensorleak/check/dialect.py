"""The syntax tree of a source, of Python 3 or of Python 2.

Much TensorFlow 1 code is Python 2. Where a text is not Python 3, fissix (the maintained lib2to3) rewrites its statements in memory,
line for line; what is shown and reported is the text as it stands in the file.
"""

from __future__ import annotations

import ast
import gc
import logging
import re
import warnings
from functools import cache
from typing import TYPE_CHECKING

from tensorleak.check.problem import python_2

if TYPE_CHECKING:
    from fissix.refactor import RefactoringTool

MAX_LENGTH = 150_000  # characters: 100,000 took 0.8 s and 50 MB, 200,000 took 2.2 s and 110 MB
OLD_NAME = re.compile(
    r"(?<=\.)(?:async|await)\b|\b(?:async|await)\b(?=[ \t]*(?:[=.,:)\]}]|$|(?:as|import|in|is|and|or)\b))", re.MULTILINE
)
FULL_WIDTH = "\N{FULLWIDTH LATIN SMALL LETTER A}"
TABS = (8, 4)  # columns: Python's own, and what most editors show
FIXERS = ("except", "exec", "ne", "numliterals", "print", "raise", "repr", "throw", "tuple_params")


def parse(text: str) -> ast.Module:
    """The syntax tree of a source; raises SyntaxError, as Python 3 would, where it is neither Python 3 nor Python 2."""
    try:
        return ast.parse(text)
    except SyntaxError as error:
        lines = text.splitlines()
        line = lines[error.lineno - 1] if error.lineno and error.lineno <= len(lines) else ""
        older = of_python_3_6(text)
        if older is None and (python_2(error.msg or "", line) or with_names(text) != text):
            older = of_python_2(text)
        if older is None:
            raise
        return older


def of_python_3_6(text: str) -> ast.Module | None:
    """The tree of a source that calls something `async` or `await`, as was possible before Python 3.7; None for anything else."""
    named = with_names(text)
    try:
        return ast.parse(named) if named != text else None
    except SyntaxError:
        return None


def with_names(text: str) -> str:
    """The text with `async` and `await` as names where they can be nothing else: after a dot, and before what follows no keyword.

    Python takes a letter of full width for the plain one, but only in names: the tree has the name as it was written.
    """
    return OLD_NAME.sub(lambda found: FULL_WIDTH + found[0][1:], text)


def of_python_2(text: str) -> ast.Module | None:
    """The tree of a Python 2 source, with the line numbers of the text; None where it is no such source."""
    if len(text) > MAX_LENGTH:
        return None
    trees = (_rewritten(text.expandtabs(size)) for size in TABS)
    return next((tree for tree in trees if tree is not None), None)


def _rewritten(text: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            rewritten = _tool().refactor_string(text if text.endswith("\n") else text + "\n", "source")
            after = str(rewritten)
            for node in list(rewritten.pre_order()):
                node.parent = None  # the collector is off while files are examined: no cycles are left for it
            tree = ast.parse(with_names(after))
    except Exception:  # fissix raises what its parser, its tokenizer and its drivers each call an error
        gc.collect()  # what it had built until then
        return None
    return tree if after.count("\n") - text.count("\n") in (0, 1) else None


@cache
def _tool() -> RefactoringTool:
    from fissix import refactor

    logging.getLogger("fissix").setLevel(logging.CRITICAL)
    logging.getLogger("RefactoringTool").setLevel(logging.CRITICAL)
    return refactor.RefactoringTool([f"fissix.fixes.fix_{name}" for name in FIXERS])
