"""Following a call into the project's own code."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from tensorleak.check.elements import generator_of
from tensorleak.check.module import Function
from tensorleak.check.project import MAX_HOPS_IN_LOOP
from tensorleak.check.values import ANY, NONE, Place, Value, any_of
from tensorleak.check.walk.decorators import decorator_names
from tensorleak.check.walk.frame import Frame
from tensorleak.check.walk.parameters import bind_parameters

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

CONTEXT_MANAGERS = frozenset(("contextlib.contextmanager", "contextlib.asynccontextmanager"))
MAX_CALLS = 9  # how deep calls are followed
MAX_BODIES = 1500  # how many function bodies one examination walks through
MAX_HOPS = 2  # from module to module, where nothing repeats: the other modules are examined for themselves, too


def call_function(
    run: Interpreter,
    function: Function,
    arguments: list[Value],
    keywords: dict[str, Value],
    node: ast.AST,
    instance: Value | None = None,
    parent: Frame | None = None,
) -> Value:
    """Follows a call into the project's own code and returns what it returns."""
    key = circumstances(run, function, arguments, keywords, instance, parent)
    known = run.done.get(key)
    if known is not None:
        return known
    if len(run.active) >= MAX_CALLS or id(function) in run.active or run.bodies >= MAX_BODIES:
        return ANY
    hops = run.hops + (function.module is not run.frame.module)
    if hops > (MAX_HOPS_IN_LOOP if run.loops else MAX_HOPS):
        return ANY
    run.bodies += 1
    run.visited.add(id(function.node))
    if node is not function.node:
        run.called.add(id(function.node))
    mode = {"mode": "eager"} if is_eager_by_itself(run, function) else {}  # else what it orders stays
    with run.changed(hops=hops, **mode):
        result = run_body(run, function, arguments, keywords, node, instance, parent)
    run.done[key] = result
    return result


def is_eager_by_itself(run: Interpreter, function: Function) -> bool:
    """Whether the mode is but guessed to be graphs, and the function's own module tells otherwise."""
    return run.guessed and run.mode == "graph" and function.module.mode == "eager"


def circumstances(
    run: Interpreter,
    function: Function,
    arguments: list[Value],
    keywords: dict[str, Value],
    instance: Value | None,
    parent: Frame | None,
) -> tuple[Any, ...]:
    """All that a body's effects depend on: where it is the same, the body need not be walked through again."""
    return (
        id(function),
        run.mode,
        run.graph,
        run.thread,
        run.share,
        run.loops,
        run.guards,
        run.begins,
        id(instance),
        id(parent),
        tuple((value.kind, id(value.target), value.varies, value.shapes, deciding(value)) for value in arguments),
        tuple((name, value.kind, deciding(value)) for name, value in keywords.items()),
    )


def deciding(value: Value) -> object:
    """The constant by which a function may choose what it does: not a number, of which there may be many."""
    return value.const if isinstance(value.const, bool | str) else None


def run_body(
    run: Interpreter,
    function: Function,
    arguments: list[Value],
    keywords: dict[str, Value],
    node: ast.AST,
    instance: Value | None,
    parent: Frame | None,
) -> Value:
    """Runs a function's body in a frame of its own."""
    frame = Frame(function.module, function.name, parent or run.frames.get(id(function.module)))
    before, calls = run.frame, run.calls
    run.calls = (*calls, Place(node, before.module, before.function))
    run.active.append(id(function))
    for loop in run.loops:
        loop.ran.setdefault(id(function.module), {})[id(function.node)] = function.node
    guards = run.guards
    frame.base = len(run.loops)
    try:
        run.frame = frame
        bind_parameters(run, function, arguments, keywords, instance)
        run.entering = None
        if isinstance(function.node, ast.Lambda):
            return run.evaluate(function.node.body)
        run.run(function.node.body)
    finally:
        run.frame, run.calls, run.guards = before, calls, guards
        run.active.pop()
    return result_of(run, function, frame)


def result_of(run: Interpreter, function: Function, frame: Frame) -> Value:
    """What a call gives: what was returned, something to iterate over, or something to enter."""
    if not function.is_generator:
        return any_of(frame.returns, NONE)
    return context_of(frame) if CONTEXT_MANAGERS & decorator_names(function) else generator_of(frame.yields, run.loops)


def context_of(frame: Frame) -> Value:
    """What `with` enters by a context manager of the project: what it yields, in the graph in which it does so."""
    value = Value("context", items=[any_of(frame.yields)])
    value.options["entered"] = frame.entered
    return value
