"""Functions that are handed to somebody: to a thread, a pool, a server that calls them for every message."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from tensorleak.check import frameworks, names
from tensorleak.check.elements import element_of
from tensorleak.check.library.call import ApiFunction, ApiMethod, Call
from tensorleak.check.module import Function
from tensorleak.check.syntax import last_name
from tensorleak.check.values import ANY, MANY, Loop, Value

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

ONCE = re.compile(
    r"(^|_)(start(ed|up|ing)?|begin|began|init\w*|ready|open(ed)?|stop(ped)?|finish(ed)?|end(ed)?|exit|closed?|shutdown|destroy(ed)?|quit)$",
    re.IGNORECASE,
)
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
    kind = "future" if call.last_name in ("submit", "apply_async") else "generator"
    return Value(kind, items=[result, *call.arguments[1:]], born=run.loops, place=run.place(call.node))


def start_thread(run: Interpreter, target: Value | None, call: Call) -> None:
    """Follows a thread into its function."""
    if target is not None and target.kind in ("function", "partial", "memo"):
        started(run, target.target, call.node)
        given = call.keywords.get("args", ANY)
        arguments = list(given.items or []) if given.kind in ("tuple", "list") else []
        with run.changed(thread=True, graph=run.loops):  # a thread has a default graph of its own
            run.call(target, arguments, {}, call.node)


def started(run: Interpreter, target: object, node: ast.AST) -> None:
    """Tells of a thread that never ends."""
    if isinstance(target, Function) and never_ends(target):
        run.tell("endless thread", node, name=target.qualname)


def never_ends(function: Function) -> bool:
    """Whether a function goes round for ever: nothing in its `while True:` leaves it."""
    body = getattr(function.node, "body", None)
    last = body[-1] if isinstance(body, list) and body else None
    if not isinstance(last, ast.While) or not isinstance(last.test, ast.Constant) or not last.test.value:
        return False
    return not any(isinstance(part, ast.Break | ast.Return | ast.Raise) for part in ast.walk(last))


def registered(run: Interpreter, call: Call, owner: str) -> None:
    """A function that is handed to somebody who calls it for every message; `owner` names what is called, or what made its object."""
    function = getattr(call.node, "func", None)
    if isinstance(function, ast.Attribute) and ONCE.search(last_name(function.value)):
        return  # `SESSION_STARTED.connect(build)`
    by_name = call.last_name in names.REGISTERING or call.keywords.keys() & names.REGISTERING_KEYWORDS
    if not by_name and not frameworks.calls_back(owner, call.last_name):
        return
    named = [value for word, value in call.keywords.items() if word not in frameworks.ONCE]
    for value in (*call.arguments, *named):
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
