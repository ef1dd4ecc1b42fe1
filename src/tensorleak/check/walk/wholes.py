"""Attributes that become longer as a whole: an array joined with itself, a text that is added to."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tensorleak.check.values import DATA, Value

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter


def note_joined(run: Interpreter, target: ast.expr, value: Value) -> None:
    """`self.rows = np.concatenate([self.rows, features])`: an array, a tensor or a table of pandas keeps all that came before."""
    if value.kind in DATA:
        value.shapes |= {run.loops[-1]}
    if value.kind in DATA or value.name.startswith("pandas."):
        note_longer(run, target, value)


def note_longer(run: Interpreter, target: ast.expr, element: Value) -> None:
    """Tells of an attribute that becomes longer as a list does, unless something else is ever put in its place."""
    holder = run.evaluate(target.value) if isinstance(target, ast.Attribute) else None
    if not isinstance(target, ast.Attribute) or holder is None or holder.kind != "instance":
        return
    if not any(target.attr in module.flags for module in run.project.modules()):
        whole = Value("list", target.attr, born=holder.born)
        run.tell("kept", target, value=whole, element=element)
