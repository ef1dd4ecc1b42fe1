"""Lists, dictionaries, sets and queues: what they take in and give back."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tensorleak.check.library.call import ApiMethod, Call
from tensorleak.check.library.makers import CONTAINERS
from tensorleak.check.library.registries import GIVING_BACK, TAKING, keep
from tensorleak.check.library.sessions import entered
from tensorleak.check.reading import ADDING
from tensorleak.check.syntax import last_name
from tensorleak.check.values import ANY, Value, hold, lasting

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

REMOVING = frozenset("pop popleft popitem clear remove discard".split())
VIEWS = frozenset(("values", "items", "keys"))
GIVING = frozenset("get pop popleft get_nowait setdefault".split())


def _container(run: Interpreter, receiver: Value, call: Call) -> Value:
    name = call.name
    if receiver.kind == "queue" and name in ("get", "get_nowait") and run.thread:
        receiver.options["thread"] = True
    maker = str(receiver.options.get("maker", ""))
    if name in ADDING:
        add(run, receiver, call)
    elif name in TAKING.get(maker, ()):
        keep(run, receiver, call)
        return entered(run, call.first) if name == "enter_context" else call.first
    elif name in REMOVING or (maker in TAKING and name in GIVING_BACK) or (name == "join" and receiver.kind == "queue"):
        receiver.bounded = True
    elif name in ("setdefault", "update", "__setitem__") and receiver.kind == "dict" and len(call.arguments) > 1:
        add_under_key(run, receiver, call)
    if name in VIEWS and receiver.items:
        return view(receiver, name)
    if name in GIVING and receiver.items:
        return lasting(receiver, receiver.items[0])
    return missing(call) if name == "get" and receiver.kind == "dict" else ANY


def missing(call: Call) -> Value:
    """What a table gives for a key that it has not met yet."""
    value = Value()
    value.options["asked"] = call.first
    return value


def add(run: Interpreter, receiver: Value, call: Call) -> None:
    """`append` and its like."""
    element = call.arguments[-1] if call.arguments else ANY
    if call.name == "extend" and element.items:
        element = element.items[0]
    function = call.node.func if isinstance(call.node, ast.Call) else None
    if not receiver.name and isinstance(function, ast.Attribute) and function.attr == call.name:
        receiver.name = last_name(function.value)
    run.tell("kept", call.node, name=call.name, value=receiver, element=element)
    hold(receiver, element)


def add_under_key(run: Interpreter, receiver: Value, call: Call) -> None:
    """`setdefault` and its like."""
    key, element = call.arguments[:2]
    run.tell("kept", call.node, name=call.name, value=receiver, element=element, key=key)
    if element.kind in CONTAINERS:
        element.born, element.place = receiver.born, receiver.place  # from now on it lives as long
        element.name = element.name or receiver.name
    hold(receiver, element)


def view(receiver: Value, name: str) -> Value:
    """What `values`, `items` and `keys` show of a dictionary."""
    items = receiver.items or []
    pair = Value("tuple", items=[ANY, *items[:1]])
    found = Value("list", items=items if name == "values" else [pair if name == "items" else ANY])
    found.options["literal"] = receiver.options.get("literal")
    return found


METHODS: dict[str, ApiMethod] = dict.fromkeys(CONTAINERS, _container)
