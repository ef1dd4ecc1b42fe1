"""Functions that are handed to somebody: to a thread, a pool, a server that calls them for every message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tensorleak.check import names
from tensorleak.check.elements import element_of
from tensorleak.check.library.call import ApiFunction, ApiMethod, Call
from tensorleak.check.module import Function
from tensorleak.check.values import ANY, MANY, Loop, Value

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

CALLABLE = frozenset(("function", "traced", "memo", "partial", "bound", "class"))
APPLYING = frozenset("map imap imap_unordered starmap submit apply_async apply".split())


def task(run: Interpreter, call: Call, threaded: bool) -> Value:
    """A function that is applied to every element of something, possibly in other threads."""
    if call.first.kind not in CALLABLE:
        return Value("generator", items=[ANY])
    text = "tasks of a pool" if threaded else "map over a sequence"
    loop = Loop("task", call.node, run.frame.module, MANY, text)
    with run.within(loop), run.changed(thread=run.thread or threaded):
        given = [element_of(value, loop) for value in call.arguments[1:]]
        result = run.call(call.first, given, {}, call.node)
    return Value("generator", items=[result], born=run.loops)


def start_thread(run: Interpreter, target: Value | None, call: Call) -> None:
    """Follows a thread into its function."""
    if target is not None and target.kind in ("function", "partial", "memo"):
        given = call.keywords.get("args", ANY)
        arguments = list(given.items or []) if given.kind in ("tuple", "list") else []
        with run.changed(thread=True, graph=run.loops):  # a thread has a default graph of its own
            run.call(target, arguments, {}, call.node)


def registered(run: Interpreter, call: Call) -> None:
    """A function that is handed to somebody who calls it for every message."""
    if call.last_name not in names.REGISTERING and not call.keywords.keys() & names.REGISTERING_KEYWORDS:
        return
    for value in call.everything():
        if value.kind == "function" and isinstance(value.target, Function):
            run.run_handler(value, call.node)


def _map(run: Interpreter, call: Call) -> Value:
    return task(run, call, threaded=False)


def _to_thread(run: Interpreter, call: Call) -> Value:
    return task(run, call, threaded=True)


def _pool(run: Interpreter, receiver: Value, call: Call) -> Value:
    if call.name in APPLYING:
        return task(run, call, threaded=True)
    if call.name == "run_in_executor":
        return task(run, Call(call.name, call.arguments[1:], call.keywords, call.node), threaded=True)
    return receiver


FUNCTIONS: dict[str, ApiFunction] = {"map": _map, "asyncio.to_thread": _to_thread}
METHODS: dict[str, ApiMethod] = {"event loop": _pool, "pool": _pool}
