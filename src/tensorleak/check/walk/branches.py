"""Conditions that are decided before they are asked: by constants that a call passes, or leaves at their defaults."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tensorleak.check.syntax import is_none
from tensorleak.check.values import Value

if TYPE_CHECKING:
    from tensorleak.check.module import Function
    from tensorleak.check.walk.interpreter import Interpreter

CONSTANTS = (bool, int, str)
TRUE = frozenset(("function", "class"))  # kinds of values that are never false
THERE = TRUE | {"instance"}  # ... and that are never None


def decided(run: Interpreter, test: ast.expr) -> bool | None:
    """Whether a condition holds in this call; None where that is not known."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = decided(run, test.operand)
        return None if inner is None else not inner
    if isinstance(test, ast.BoolOp):
        return of_several([decided(run, part) for part in test.values], isinstance(test.op, ast.And))
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        return compared(run, test)
    value = passed(run, test)
    if value is None:
        return None
    if value.kind in TRUE:
        return True
    return False if value.kind == "none" else bool(value.const) if isinstance(value.const, CONSTANTS) else None


def of_several(parts: list[bool | None], every: bool) -> bool | None:
    """`a and b`, `a or b`."""
    if (not every) in parts:
        return not every
    return None if None in parts else every


def compared(run: Interpreter, test: ast.Compare) -> bool | None:
    """`mode == "train"`, `path is not None`, `kind in ("a", "b")`."""
    value, operator, other = passed(run, test.left), test.ops[0], test.comparators[0]
    if value is None:
        return None
    if isinstance(operator, ast.Is | ast.IsNot) and is_none(other):
        return (value.kind == "none") is isinstance(operator, ast.Is)
    if not isinstance(value.const, CONSTANTS):
        return None
    if isinstance(operator, ast.Eq | ast.NotEq) and isinstance(other, ast.Constant):
        return (value.const == other.value) is isinstance(operator, ast.Eq)
    if isinstance(operator, ast.In | ast.NotIn) and isinstance(other, ast.Tuple | ast.List | ast.Set):
        known = [part.value for part in other.elts if isinstance(part, ast.Constant)]
        return (value.const in known) is isinstance(operator, ast.In) if len(known) == len(other.elts) else None
    return None


def passed(run: Interpreter, node: ast.expr) -> Value | None:
    """The constant that a parameter has in this call; None for anything else, and where the function binds the name anew."""
    known = run.frame.passed
    if not isinstance(node, ast.Name) or node.id not in known:
        return None
    value = known[node.id]
    return value if is_known(value) else None


def is_known(value: Value) -> bool:
    """Whether a condition on this value may be decided: a constant, nothing, a function, or an object that is there."""
    return value.kind == "none" or value.kind in THERE or isinstance(value.const, CONSTANTS)


def constants_of(function: Function, env: dict[str, Value], names: set[str]) -> dict[str, Value]:
    """Of the parameters with these names those that are constants and stay what they are."""
    known = [name for name in names if is_known(env[name])]
    return {name: env[name] for name in known if name not in function.stores}
