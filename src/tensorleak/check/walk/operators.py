"""Operators: what they give for kinds of values."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tensorleak.check.library.arrays import FINITE
from tensorleak.check.syntax import last_name
from tensorleak.check.values import ARRAYS, NOTHING, TENSORS, Loop, Value, likely

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

FEW_VALUES = 100


def combined(run: Interpreter, node: ast.AST, left: Value, right: Value) -> Value:
    """The result of an operator on two values; in a graph, an operation when either is a tensor."""
    shapes = left.shapes | right.shapes
    if left.kind in TENSORS or right.kind in TENSORS:
        value = Value("tensor", "operator", shapes=shapes, born=run.loops)
        if run.mode == "graph":
            value.options["graph"] = run.tell_op(node, "operator", [left, right])
        value.options["deep"] = any(part.options.get("deep") for part in (left, right))
        value.options["scalar"] = all(part.kind == "number" or part.options.get("scalar") for part in (left, right))
        return value
    if left.kind in ARRAYS or right.kind in ARRAYS:
        found = array_like(left if left.kind in ARRAYS else right, shapes)
        found.born = run.loops
        return found
    varies = left.varies | right.varies
    operator = getattr(node, "op", None)
    if isinstance(operator, ast.Mod) and left.kind != "text":
        many = isinstance(right.const, int) and right.const > FINITE
        varies = left.varies if many else NOTHING
    if isinstance(operator, ast.FloorDiv) and few_quotients(left, right):
        varies = NOTHING
    if left.kind == "text" or right.kind == "text":
        return Value("text", varies=varies)
    if "python data" in (left.kind, right.kind):
        return Value("python data", varies=varies)
    if left.kind == "list" or right.kind == "list":
        return joined_lists(run, left, right, shapes)
    if left.kind == right.kind == "number":
        found = Value("number", varies=varies, const=folded(operator, left.const, right.const))
    elif "number" in (left.kind, right.kind) and varies:
        found = Value("number" if left.kind and right.kind else "", varies=varies)
    else:
        found = Value(varies=varies)
    if isinstance(operator, ast.FloorDiv) and is_of_range(left, right):
        found.options["bounded"] = True
    if found.const is None and not varies:
        found.options["likely"] = calculated(operator, likely(left), likely(right))
    return found


def joined_lists(run: Interpreter, left: Value, right: Value, shapes: frozenset[Loop]) -> Value:
    """`[1, 2] + more`, as long as both."""
    found = Value("list", items=list((left.items or []) + (right.items or [])), born=run.loops, shapes=shapes)
    lengths = [value.options.get("length") for value in (left, right)]
    if all(isinstance(length, int) for length in lengths):
        found.options["length"] = sum(length for length in lengths if isinstance(length, int))
    return found


def calculated(operator: ast.AST | None, left: float | None, right: float | None) -> float | None:
    """Arithmetic with what two numbers plausibly are."""
    if left is None or right is None:
        return None
    if isinstance(operator, ast.Add):
        return left + right
    if isinstance(operator, ast.Sub):
        return left - right
    if isinstance(operator, ast.Mult):
        return left * right
    return left / right if isinstance(operator, ast.Div | ast.FloorDiv) and right else None


def few_quotients(left: Value, right: Value) -> bool:
    """`step // 1000` of 10 000 steps: the loops are known to be short for their divisor."""
    divisor = right.const
    if not isinstance(divisor, int) or divisor < 2:
        return False
    return all(loop.count is not None and loop.count // divisor <= FEW_VALUES for loop in left.varies)


def is_of_range(left: Value, right: Value) -> bool:
    """`number // 2` of `for number in range(n)`: there are fewer quotients than numbers, and those are limited."""
    ranges = [loop.node.iter for loop in left.varies if isinstance(loop.node, ast.For)]
    counted = [isinstance(one, ast.Call) and last_name(one.func) in ("range", "xrange") for one in ranges]
    return isinstance(right.const, int) and right.const > 1 and len(ranges) == len(left.varies) > 0 and all(counted)


def array_like(value: Value, shapes: frozenset[Loop]) -> Value:
    """Another array of the same shape."""
    found = Value("array", shapes=shapes)
    found.options.update({name: value.options[name] for name in ("shape", "size") if name in value.options})
    return found


def folded(operator: ast.AST | None, left: object, right: object) -> object:
    """Plain integer arithmetic, for the sizes of loops and arrays."""
    if not (isinstance(left, int) and isinstance(right, int)):
        return None
    if isinstance(operator, ast.Add):
        return left + right
    if isinstance(operator, ast.Sub):
        return left - right
    if isinstance(operator, ast.Mult):
        return left * right
    return left // right if isinstance(operator, ast.FloorDiv) and right else None
