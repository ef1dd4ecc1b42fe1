"""Conditions that hold once, or once per key."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tensorleak.check.events import Guard
from tensorleak.check.syntax import is_none, last_name
from tensorleak.check.values import Value

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

BEGINNING = re.compile(r"first|init|build|create|reuse|debug", re.IGNORECASE)


def leaving_guard(run: Interpreter, body: Sequence[ast.stmt]) -> Guard | None:
    """A block that leaves the loop happens once per loop, however long that goes on."""
    depth = len(run.loops)
    if depth == run.frame.base or not body:
        return None
    if isinstance(body[-1], ast.Return | ast.Raise):
        return Guard(True, depth=depth, base=run.frame.base)
    return Guard(True, depth=depth, base=depth - 1) if isinstance(body[-1], ast.Break) else None


def is_main_guard(test: ast.expr) -> bool:
    """`if __name__ == "__main__":`"""
    return isinstance(test, ast.Compare) and isinstance(test.left, ast.Name) and test.left.id == "__name__"


def never_holds(run: Interpreter, test: ast.expr, value: Value) -> bool:
    """Whether a condition is `False`: itself, by an answer, or as a local name that is set to that and to nothing else."""
    if value.const is not False:
        return False
    if value.options.get("answer"):
        return True
    if isinstance(test, ast.Name) and run.frame.function != "<module>":
        return run.frame.module.times_bound(test.id) == 1
    return isinstance(test, ast.Constant)


def undecided_guard(run: Interpreter, value: Value) -> Guard | None:
    """A branch for tensors, where the value may be none: of a new tensor in every round, its maker tells already."""
    return Guard(True, depth=len(run.loops)) if value.options.get("answer") == "unknown" else None


def guard_of(run: Interpreter, test: ast.expr) -> Guard | None:
    """The guard that a condition is, if it holds only once or once per key."""
    if isinstance(test, ast.BoolOp):
        return next((found for found in (guard_of(run, part) for part in test.values) if found), None)
    if isinstance(test, ast.Compare):
        return comparing_guard(run, test) if len(test.ops) == 1 else None
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return negated_guard(run, test.operand)
    once = isinstance(test, ast.Name | ast.Attribute) and BEGINNING.search(last_name(test))
    return Guard(True, depth=len(run.loops)) if once else None


def comparing_guard(run: Interpreter, test: ast.Compare) -> Guard | None:
    """`key not in table`, `table.get(key) is None`, `op is None`, `step == 0`, `len(buffer) < n`."""
    operator, left, right = test.ops[0], test.left, test.comparators[0]
    depth = len(run.loops)
    called = last_name(left.func) if isinstance(left, ast.Call) else ""
    if isinstance(operator, ast.NotIn):
        return Guard(False, run.evaluate(left), depth)
    if isinstance(operator, ast.Lt | ast.LtE):
        return Guard(True, depth=depth) if called == "len" else None  # until it is full
    if isinstance(operator, ast.Is) and is_none(right):
        key = left.args[0] if isinstance(left, ast.Call) and called == "get" and left.args else None
        return Guard(False, run.evaluate(key), depth) if key is not None else Guard(True, depth=depth)
    if isinstance(operator, ast.Eq) and isinstance(right, ast.Constant) and not isinstance(left, ast.BinOp):
        return Guard(True, depth=depth) if isinstance(right.value, int | type(None)) else None
    return None


def negated_guard(run: Interpreter, inner: ast.expr) -> Guard | None:
    """`not key in table`, `not self.built`, `not hasattr(self, "op")`."""
    depth = len(run.loops)
    if isinstance(inner, ast.Compare) and len(inner.ops) == 1 and isinstance(inner.ops[0], ast.In):
        return Guard(False, run.evaluate(inner.left), depth)
    return Guard(True, depth=depth) if isinstance(inner, ast.Name | ast.Attribute | ast.Call) else None


def rest_guard(run: Interpreter, test: ast.expr) -> Guard | None:
    """The guard that `if self.built: return`, `if op is not None: return` and `if key in table: return` are for the rest."""
    depth = len(run.loops)
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        if isinstance(test.ops[0], ast.In):
            return Guard(False, run.evaluate(test.left), depth)
        return Guard(True, depth=depth) if isinstance(test.ops[0], ast.IsNot) and is_none(test.comparators[0]) else None
    once = isinstance(test, ast.Attribute) or (isinstance(test, ast.Call) and last_name(test.func) == "hasattr")
    return Guard(True, depth=depth) if once else None


def handling_guard(run: Interpreter, body: Sequence[ast.stmt], handler: ast.ExceptHandler) -> Guard:
    """What goes wrong goes wrong once; a key is missing once per key."""
    depth = len(run.loops)
    if handler.type is not None and last_name(handler.type) == "KeyError":
        looked_up = (part for statement in body for part in ast.walk(statement) if isinstance(part, ast.Subscript))
        key = next((part.slice for part in looked_up if isinstance(part.slice, ast.Name)), None)
        if key is not None:
            return Guard(False, run.evaluate(key), depth)
    return Guard(True, depth=depth)


def leaves(body: Sequence[ast.stmt]) -> bool:
    """Whether a block ends the function."""
    return bool(body) and isinstance(body[-1], ast.Return | ast.Raise | ast.Continue)
