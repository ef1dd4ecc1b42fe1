"""Running the body of a loop: what its rounds change is marked as such."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tensorleak.check.library.iterables import advance
from tensorleak.check.syntax import jumps, last_name
from tensorleak.check.values import ANY, FEW, UNKNOWN, Loop, Value
from tensorleak.check.walk.binding import bind
from tensorleak.check.walk.changes import changing

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter


def ends(node: ast.stmt) -> bool:
    """Whether a statement ends the loop, or the program."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return last_name(node.value.func) in ("exit", "quit", "_exit")
    return isinstance(node, ast.Return | ast.Break | ast.Raise)


def goes_once(body: Sequence[ast.stmt]) -> bool:
    """Whether each round comes to a statement that ends the loop, or the program, and none begins the next one before that."""
    last = next((number for number, node in enumerate(body) if ends(node)), None)
    return last is not None and not jumps(body[:last], ast.Continue)


def enter(
    run: Interpreter,
    loop: Loop,
    body: Sequence[ast.stmt],
    target: ast.AST | None = None,
    element: Value = ANY,
    iterable: Value | None = None,
) -> None:
    """Runs the body of a loop, with what changes from round to round marked as such."""
    if goes_once(body):
        loop.size = FEW
    run.story.loops.append(loop)
    with run.within(loop):
        if target is not None:
            bind(run, target, element)
        if iterable is not None:
            advance(run, iterable, element, loop.node)
        known = loop.module.changes
        if id(loop.node) not in known:
            known[id(loop.node)] = changing([*body, *tests_of(loop.node)])
        for name, longer in known[id(loop.node)].items():
            vary(run, name, loop, longer)
        run.run(body)
        if loop.size >= UNKNOWN and not run.again:
            with run.changed(again=True):
                run.run(body)  # a second round, with what the first one left
    if iterable is not None:
        share_work(loop, iterable)


def share_work(loop: Loop, iterable: Value) -> None:
    """The loops of a generator go round with the loop that asks it for its elements: they compute where that does."""
    loops = iterable.options.get("loops")
    for inner in loops if isinstance(loops, list) else ():
        inner.busy, inner.works = inner.busy or loop.busy, inner.works or loop.works


def tests_of(node: ast.AST) -> list[ast.expr]:
    """The condition of a `while`, which may bind names, too."""
    return [node.test] if isinstance(node, ast.While) else []


def vary(run: Interpreter, dotted: str, loop: Loop, longer: bool) -> None:
    """Marks what a name stands for as changing in every round of a loop."""
    first, *path = dotted.split(".")
    table: dict[str, Value] | None = run.frame.env
    value = run.lookup(first)
    for part in path:
        table = value.attrs
        value = (table or {}).get(part, ANY)
    if value.kind in ("number", "text") and table is not None:
        table[path[-1] if path else first] = Value(value.kind, varies=value.varies | {loop})
    elif longer and not value.bounded:
        lengthen(run, value, loop, "" if path else first)


def lengthen(run: Interpreter, value: Value, loop: Loop, name: str) -> None:
    """Marks a list as growing in every round; a tensor or array of that name is another one in each."""
    if value.kind == "list":
        value.shapes = value.shapes | {loop}
    elif value.kind in ("tensor", "array") and name:
        run.frame.env[name] = Value(value.kind, varies=value.varies, shapes=value.shapes | {loop})
