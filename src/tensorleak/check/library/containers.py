"""Lists, dictionaries, sets and queues: what they take in and give back."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tensorleak.check.library.call import ApiMethod, Call
from tensorleak.check.library.makers import CONTAINERS
from tensorleak.check.syntax import last_name
from tensorleak.check.values import ANY, Value, hold

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

ADDING = frozenset("append add appendleft insert extend put put_nowait".split())
REMOVING = frozenset("pop popleft popitem clear remove discard".split())
VIEWS = frozenset(("values", "items", "keys"))
GIVING = frozenset("get pop popleft get_nowait setdefault".split())


def _container(run: Interpreter, receiver: Value, call: Call) -> Value:
    name = call.name
    if receiver.kind == "queue" and name in ("get", "get_nowait") and run.thread:
        receiver.options["thread"] = True
    if name in ADDING:
        add(run, receiver, call)
    elif name in REMOVING or (name == "join" and receiver.kind == "queue"):
        receiver.bounded = True
    elif name in ("setdefault", "update") and receiver.kind == "dict" and len(call.arguments) > 1:
        add_under_key(run, receiver, call)
    if name in VIEWS and receiver.items:
        return view(receiver, name)
    return receiver.items[0] if name in GIVING and receiver.items else ANY


def add(run: Interpreter, receiver: Value, call: Call) -> None:
    """`append` and its like."""
    element = call.arguments[-1] if call.arguments else ANY
    if call.name == "extend" and element.items:
        element = element.items[0]
    if not receiver.name and isinstance(call.node, ast.Call) and isinstance(call.node.func, ast.Attribute):
        receiver.name = last_name(call.node.func.value)
    run.tell("kept", call.node, name=call.name, value=receiver, element=element)
    hold(receiver, element)


def add_under_key(run: Interpreter, receiver: Value, call: Call) -> None:
    """`setdefault` and its like."""
    key, element = call.arguments[:2]
    run.tell("kept", call.node, name=call.name, value=receiver, element=element, key=key)
    if element.kind in CONTAINERS:
        element.born = receiver.born  # from now on it lives as long
    hold(receiver, element)


def view(receiver: Value, name: str) -> Value:
    """What `values`, `items` and `keys` show of a dictionary."""
    items = receiver.items or []
    pair = Value("tuple", items=[ANY, *items[:1]])
    found = Value("list", items=items if name == "values" else [pair if name == "items" else ANY])
    found.options["literal"] = receiver.options.get("literal")
    return found


METHODS: dict[str, ApiMethod] = dict.fromkeys(CONTAINERS, _container)
