"""Following a call into the project's own code."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, NamedTuple

from tensorleak.check.elements import generator_of
from tensorleak.check.events import Guard
from tensorleak.check.module import Function
from tensorleak.check.project import MAX_HOPS_IN_LOOP
from tensorleak.check.values import ANY, MANY, NONE, Loop, Place, Value, any_of
from tensorleak.check.walk.decorators import decorator_names
from tensorleak.check.walk.exceptions import Failure, pass_on
from tensorleak.check.walk.frame import Frame
from tensorleak.check.walk.parameters import bind_parameters

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

CONTEXT_MANAGERS = frozenset(("contextlib.contextmanager", "contextlib.asynccontextmanager"))
MAX_CALLS = 9  # how deep calls are followed
MAX_BODIES = 1500  # how many function bodies one examination walks through
MAX_HOPS = 2  # from module to module, where nothing repeats: the other modules are examined for themselves, too


class Outcome(NamedTuple):
    """What a call of a function comes to: what it gives, and the exceptions of the program's own that leave it."""

    value: Value
    raised: tuple[Failure, ...]


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
        pass_on(run.frame, known.raised)
        return known.value
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
    once = (Guard(True, depth=len(run.loops)),) if function.never_returns else ()  # the loops around it end with it
    with run.changed(hops=hops, loops=loops_of(run, function), guards=(*run.guards, *once), **mode):
        outcome = run_body(run, function, arguments, keywords, node, instance, parent)
    run.done[key] = outcome
    pass_on(run.frame, outcome.raised)
    return outcome.value


def loops_of(run: Interpreter, function: Function) -> tuple[Loop, ...]:
    """The loops in whose rounds a call happens; a function that hands itself to a timer is one more."""
    if not function.is_rearmed or run.outside:
        return run.loops
    again = Loop("handler", function.node, function.module, MANY, f"{function.qualname} has itself called again")
    return (*run.loops, again)


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
        run.skipped,
        run.chosen,
        run.scoped,
        run.loops,
        run.guards,
        run.begins,
        id(instance),
        instance.version if instance is not None else 0,
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
) -> Outcome:
    """Runs a function's body in a frame of its own."""
    frame = Frame(function.module, function.name, parent or run.frames.get(id(function.module)))
    before, calls = run.frame, run.calls
    run.calls = (*calls, Place(node, before.module, before.function))
    run.active.append(id(function))
    for loop in run.loops:
        loop.ran.setdefault(id(function.module), {})[id(function.node)] = function.node
    guards = run.guards
    frame.born = run.loops
    worked, loops = run.worked, len(run.story.loops)
    try:
        run.frame = frame
        bind_parameters(run, function, arguments, keywords, instance)
        run.entering = None
        if isinstance(function.node, ast.Lambda):
            result = run.evaluate(function.node.body)
        else:
            run.run(function.node.body)
            result = result_of(run, function, frame, run.worked > worked, run.story.loops[loops:])
    finally:
        run.frame, run.calls, run.guards = before, calls, guards
        run.active.pop()
    return Outcome(result, tuple(frame.raised.values()))


def result_of(run: Interpreter, function: Function, frame: Frame, busy: bool, loops: list[Loop]) -> Value:
    """What a call gives: what was returned, something to iterate over, or something to enter."""
    if not function.is_generator:
        return one_of(frame)
    if CONTEXT_MANAGERS & decorator_names(function):
        return context_of(frame)
    generator = generator_of(frame.yields, run.loops)
    generator.options.update(suspended=frame.held(), received=frame.received, busy=busy, loops=loops)
    return generator


def one_of(frame: Frame) -> Value:
    """What a function returns; an object of a class that it chose among several is known to be that."""
    found, own = any_of(frame.returns, NONE), frame.env.get("self")
    objects = [value for value in frame.returns if value.kind == "instance" and value.target and value is not own]
    if found.kind == "instance" and len({id(value.target) for value in objects}) > 1:
        for value in (found, *objects):
            value.options["chosen"] = True
    return found


def context_of(frame: Frame) -> Value:
    """What `with` enters by a context manager of the project: what it yields, in the graph in which it does so."""
    value = Value("context", items=[any_of(frame.yields)])
    value.options["entered"] = frame.entered
    return value
