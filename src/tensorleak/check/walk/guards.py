"""Conditions that hold once, or once per key."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tensorleak.check.events import Guard
from tensorleak.check.module import Function
from tensorleak.check.syntax import dotted, exits, is_none, last_name
from tensorleak.check.values import Value

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

STANDING = frozenset(
    ("hasattr", "is_alive", "isAlive")
)  # questions whether something is there: what is made else takes its place
BEGINNING = re.compile(r"first|init|build|create|reuse|debug", re.IGNORECASE)


def leaving_guard(run: Interpreter, body: Sequence[ast.stmt]) -> Guard | None:
    """A block that leaves the loop happens once per loop, however long that goes on."""
    depth = len(run.loops)
    if depth and body and is_over(run, body):
        return Guard(True, depth=depth)
    if depth == run.frame.base or not body:
        return None
    if isinstance(body[-1], ast.Return | ast.Raise):
        return Guard(True, depth=depth, base=run.frame.base)
    return Guard(True, depth=depth, base=depth - 1) if isinstance(body[-1], ast.Break) else None


def is_over(run: Interpreter, body: Sequence[ast.stmt]) -> bool:
    """Whether a block ends the program, itself or by a function of the project that never returns."""
    last = body[-1]
    call = last.value if isinstance(last, ast.Expr) else None
    return exits(body) or (isinstance(call, ast.Call) and bool(dotted(call.func)) and never_returns(run, call))


def never_returns(run: Interpreter, call: ast.Call) -> bool:
    """Whether a call is one of a function of the project that ends the program."""
    target = run.evaluate(call.func).target
    return isinstance(target, Function) and target.never_returns


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
    begins = isinstance(test, ast.Name | ast.Attribute) and BEGINNING.search(last_name(test))
    return Guard(True, depth=len(run.loops)) if begins else None


def comparing_guard(run: Interpreter, test: ast.Compare) -> Guard | None:
    """`key not in table`, `table.get(key) is None`, `op is None`, `step == 0`, `len(buffer) < n`."""
    operator, left, right = test.ops[0], unnamed(test.left), test.comparators[0]
    depth = len(run.loops)
    called = last_name(left.func) if isinstance(left, ast.Call) else ""
    if isinstance(operator, ast.NotIn):
        return Guard(False, run.evaluate(left), depth)
    if isinstance(operator, ast.In):  # `step in milestones`: as often as there are some
        return Guard(True, depth=depth) if run.evaluate(right).options.get("literal") else None
    measured = left if isinstance(operator, ast.Lt | ast.LtE) else right
    if isinstance(operator, ast.Lt | ast.LtE | ast.Gt | ast.GtE):
        return Guard(True, depth=depth) if is_length(measured) and not counts(run, test) else None  # until it is full
    if isinstance(operator, ast.Is) and is_none(right):
        key = left.args[0] if isinstance(left, ast.Call) and called == "get" and left.args else None
        return Guard(False, run.evaluate(key), depth) if key is not None else once(run, left)
    if isinstance(operator, ast.Eq) and isinstance(left, ast.BinOp) and isinstance(left.op, ast.Mod):
        return Guard(True, depth=depth) if is_seldom(run, left) else None
    counter = not isinstance(left, ast.BinOp | ast.Subscript)  # an element of something counts nothing
    if isinstance(operator, ast.Eq) and isinstance(right, ast.Constant) and counter:
        number = isinstance(right.value, int | type(None)) and not isinstance(right.value, bool)  # `if read == True:`
        return Guard(True, depth=depth) if number else None
    return None


def counts(run: Interpreter, test: ast.Compare) -> bool:
    """Whether a counter is compared with a length, as in `self.step >= len(self.memory)`: from then on it holds."""
    other = next((part for part in (test.left, test.comparators[0]) if not is_length(part)), test.left)
    return bool(dotted(other)) and dotted(other) in run.frame.module.counters


def is_seldom(run: Interpreter, turn: ast.BinOp) -> bool:
    """Whether `step % 7000` is met at most once, since the loop that counts the steps is shorter than that."""
    counted, divisor = run.evaluate(turn.left), run.evaluate(turn.right).const
    counts = [loop.count for loop in counted.varies]
    return isinstance(divisor, int) and bool(counts) and all(count is not None and count <= divisor for count in counts)


def unnamed(node: ast.expr) -> ast.expr:
    """The expression itself of `(known := table.get(key))`."""
    return node.value if isinstance(node, ast.NamedExpr) else node


def negated_guard(run: Interpreter, inner: ast.expr) -> Guard | None:
    """`not key in table`, `not table[key]`, `not self.built`, `not hasattr(self, "op")`."""
    inner = unnamed(inner)
    depth = len(run.loops)
    if isinstance(inner, ast.Compare) and len(inner.ops) == 1 and isinstance(inner.ops[0], ast.In):
        return Guard(False, run.evaluate(inner.left), depth)
    if isinstance(inner, ast.Subscript):
        return Guard(False, run.evaluate(inner.slice), depth)
    return once(run, inner) if isinstance(inner, ast.Name | ast.Attribute | ast.Call) else None


def once(run: Interpreter, node: ast.expr) -> Guard:
    """What holds once: of an object that is made anew in the rounds of a loop, once for each of them."""
    asked = run.evaluate(node).options.get("asked") if isinstance(node, ast.Name) else None
    if isinstance(asked, Value):  # `known = table.get(key)`: once per key
        return Guard(False, asked, len(run.loops))
    if isinstance(node, ast.Call) and last_name(node.func) == "hasattr" and len(node.args) == 2:
        name = run.evaluate(node.args[1])
        if not isinstance(name.const, str):  # `hasattr(self, f"state_{client}")`: once per name
            return Guard(False, name, len(run.loops))
    holder = run.evaluate(node.value) if isinstance(node, ast.Attribute) else None
    if holder is not None and holder.kind == "instance" and holder.varies:  # `table[key].model is None`
        return Guard(False, Value(varies=holder.varies), len(run.loops))
    remade = [loop in holder.born for loop in run.loops] if holder is not None and holder.kind == "instance" else []
    return Guard(True, depth=len(run.loops), base=remade.index(False) if False in remade else len(remade))


def rest_guard(run: Interpreter, test: ast.expr) -> Guard | None:
    """The guard that `if self.built: return`, `if op is not None: return` and `if key in table: return` are for the rest, or for `else`."""
    depth = len(run.loops)
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        if isinstance(test.ops[0], ast.In):
            return Guard(False, run.evaluate(test.left), depth)
        if isinstance(test.ops[0], ast.Eq | ast.GtE | ast.Gt) and is_length(test.left):
            return Guard(True, depth=depth)  # `if len(pool) == size: return`: the rest is done until it is full
        return once(run, test.left) if isinstance(test.ops[0], ast.IsNot) and is_none(test.comparators[0]) else None
    asked = isinstance(test, ast.Attribute) or (isinstance(test, ast.Call) and last_name(test.func) in STANDING)
    return once(run, test) if asked else None


def is_length(node: ast.expr) -> bool:
    """`len(...)`."""
    return isinstance(node, ast.Call) and last_name(node.func) == "len"


def handling_guard(run: Interpreter, body: Sequence[ast.stmt], handler: ast.ExceptHandler) -> Guard:
    """What goes wrong goes wrong once; a key is missing once per key."""
    depth = len(run.loops)
    if handler.type is not None and last_name(handler.type) == "KeyError":
        looked_up = (part for statement in body for part in ast.walk(statement) if isinstance(part, ast.Subscript))
        key = next((part.slice for part in looked_up if not isinstance(part.slice, ast.Constant | ast.Slice)), None)
        if key is not None:
            return Guard(False, run.evaluate(key), depth)
    return Guard(True, depth=depth)


def search_guard(run: Interpreter, node: ast.For | ast.AsyncFor, iterable: Value) -> Guard | None:
    """What comes after a search through a container adds to it when nothing was found: once for each key, or until it is large enough."""
    container = iterable.items[0] if iterable.kind == "enumeration" and iterable.items else iterable
    found = [part for part in node.body if isinstance(part, ast.If) and leaves(part.body)]
    if container.kind != "list" or not found:
        return None
    own = {part.id for part in ast.walk(node.target) if isinstance(part, ast.Name)}
    asked = (part for part in ast.walk(found[0].test) if isinstance(part, ast.Name) and part.id not in own)
    key = next((value for value in map(run.evaluate, asked) if value.varies), None)
    return Guard(key is None, key, len(run.loops), container=container)


def leaves(body: Sequence[ast.stmt]) -> bool:
    """Whether a block ends the function."""
    return bool(body) and isinstance(body[-1], ast.Return | ast.Raise | ast.Continue)
