"""Functions that are handed to somebody: to a thread, a pool, a server that calls them for every message."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from tensorleak.check import frameworks, names
from tensorleak.check.elements import element_of
from tensorleak.check.library.call import ApiFunction, ApiMethod, Call
from tensorleak.check.module import Function
from tensorleak.check.releases import any_may_run
from tensorleak.check.syntax import last_name
from tensorleak.check.values import ANY, MANY, NOTHING, Loop, Value

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

ONCE = re.compile(
    r"(^|_)(start(ed|up|ing)?|begin|began|init\w*|ready|open(ed)?|stop(ped)?|finish(ed)?|end(ed)?|exit|closed?|shutdown|destroy(ed)?|quit)$",
    re.IGNORECASE,
)
BY_HAND = 500.0  # what a person asks for in a session or two: pictures to try, buttons pressed
CLICKED = frozenset("clicked triggered pressed released activated accepted".split())  # signals of Qt
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
    value = Value(kind, items=[result, *call.arguments[1:]], born=run.loops, place=run.place(call.node))
    value.options["loops"] = [loop]
    return value


def start_thread(run: Interpreter, target: Value | None, call: Call) -> None:
    """Follows a thread into its function."""
    if target is not None and target.kind in ("function", "partial", "memo"):
        started(run, target.target, call.node)
        given = call.keywords.get("args", ANY)
        arguments = list(given.items or []) if given.kind in ("tuple", "list") else []
        run_apart(run, target.target, call.node, lambda: run.call(target, arguments, {}, call.node))


def start_process(run: Interpreter, call: Call) -> None:
    """Follows a process into its function: it has memory of its own, in which the rounds that started it do not count."""
    target = call.given("target", 1)
    if target is not None and target.kind in ("function", "partial", "memo"):
        given = call.given("args", 3) or ANY
        arguments = list(given.items or []) if given.kind in ("tuple", "list") else []
        with run.changed(loops=(), guards=(), graph=(), thread=False, started=()):
            run.call(target, arguments, {}, call.node)


def run_apart(run: Interpreter, target: object, node: ast.AST, action: Callable[[], object]) -> None:
    """Runs a thread's function, in a default graph of its own, and tells of the events without which it never ends."""
    with run.changed(thread=True, started=run.loops, graph=run.loops, awaited=[]):
        action()
        awaited = run.awaited
    for event in awaited:
        run.tell("waiting thread", node, name=target.qualname if isinstance(target, Function) else "", value=event)


def started(run: Interpreter, target: object, node: ast.AST) -> None:
    """Tells of a thread that never ends."""
    if isinstance(target, Function) and never_ends(run, target):
        run.tell("endless thread", node, name=target.qualname)


def never_ends(run: Interpreter, function: Function) -> bool:
    """Whether a function goes round for ever: nothing leaves its `while True:`, or sets the flag of its `while self.running:`."""
    body = getattr(function.node, "body", None)
    last = body[-1] if isinstance(body, list) and body else None
    while isinstance(last, ast.With):
        last = last.body[-1]
    if not isinstance(last, ast.While):
        return False
    holds = bool(last.test.value) if isinstance(last.test, ast.Constant) else is_standing(run, function, last.test)
    return holds and not any(isinstance(part, ast.Break | ast.Return | ast.Raise) for part in ast.walk(last))


def is_standing(run: Interpreter, function: Function, test: ast.expr) -> bool:
    """Whether a condition is an attribute that nothing in the program sets once its object is made."""
    flag = test.operand if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) else test
    if not isinstance(flag, ast.Attribute) or flag.attr not in function.module.standing:
        return False
    modules = run.project.modules()
    return not any(any_may_run(module.flags.get(flag.attr, ()), module, run.calls) for module in modules)


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
            run.run_handler(value, call.node, BY_HAND if by_hand(call, owner) else None)


def by_hand(call: Call, owner: str) -> bool:
    """Whether each message is something that a person does: on a page to try a model, by a button or a menu of a window."""
    function = getattr(call.node, "func", None)
    signal = last_name(function.value) if isinstance(function, ast.Attribute) else ""
    return frameworks.is_tried_out(owner) or signal in CLICKED or "command" in call.keywords


def _map(run: Interpreter, call: Call) -> Value:
    return task(run, call, threaded=False)


def _to_thread(run: Interpreter, call: Call) -> Value:
    return task(run, call, threaded=True)


def _pool(run: Interpreter, receiver: Value, call: Call) -> Value:
    if call.name in APPLYING:
        return task(run, call, threaded=True)
    if call.name == "create_future":
        return Value("future", born=run.loops, place=run.place(call.node))
    if call.name == "run_in_executor":
        return task(run, Call(call.name, call.arguments[1:], call.keywords, call.node), threaded=True)
    return receiver


def _current_thread(run: Interpreter, call: Call) -> Value:
    """The thread under way, or its name: each that is started has one of its own."""
    return Value("python data", varies=frozenset(run.started) if run.thread else NOTHING)


def _queue_runners(run: Interpreter, call: Call) -> Value:
    """TensorFlow 1 fills the queues of a session by threads, until the coordinator stops them or the session is closed."""
    session, coordinator = call.given("sess", 0) or ANY, call.given("coord", 1)
    if session.kind == "session":
        run.tell("queue runners", call.node, name="a queue runner", value=coordinator, element=session)
    return ANY


FUNCTIONS: dict[str, ApiFunction] = {
    "asyncio.to_thread": _to_thread,
    "map": _map,
    **dict.fromkeys(("threading.current_thread", "threading.currentThread"), _current_thread),
    "tf.train.start_queue_runners": _queue_runners,
}


def _event(run: Interpreter, receiver: Value, call: Call) -> Value:
    """An event is set: whoever waits for it goes on."""
    if call.name == "set":
        run.tell("event set", call.node, value=receiver)
    return Value("number")


METHODS: dict[str, ApiMethod] = {"event": _event, "event loop": _pool, "pool": _pool}
