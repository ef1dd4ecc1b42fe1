"""Lists, dictionaries, sets and queues: what they take in and give back."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, cast

from tensorleak.check.library.call import ApiMethod, Call
from tensorleak.check.library.language import asked
from tensorleak.check.library.makers import CONTAINERS
from tensorleak.check.library.registries import GIVING_BACK, TAKING, keep
from tensorleak.check.library.sessions import entered
from tensorleak.check.reading import ADDING
from tensorleak.check.syntax import last_name
from tensorleak.check.values import ANY, Value, around, by_key, hold, lasting

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

REMOVING = frozenset("pop popleft popitem clear remove discard".split())
VIEWS = frozenset(("values", "items", "keys"))
GIVING = frozenset("get pop popleft get_nowait setdefault".split())


def _container(run: Interpreter, receiver: Value, call: Call) -> Value:
    name = call.name
    if receiver.kind == "queue" and name in ("get", "get_nowait"):
        receiver.options["taken"] = True
        receiver.options["thread"] = receiver.options.get("thread") or run.thread
    maker = str(receiver.options.get("maker", ""))
    if name in ADDING:
        add(run, receiver, call)
    elif name in TAKING.get(maker, ()):
        keep(run, receiver, call)
        return entered(run, call.first) if name == "enter_context" else call.first
    elif name in REMOVING or (maker in TAKING and name in GIVING_BACK) or (name == "join" and receiver.kind == "queue"):
        receiver.bounded = True
    elif name in ("setdefault", "__setitem__") and receiver.kind == "dict" and len(call.arguments) > 1:
        add_under_key(run, receiver, call)
    elif name == "update" and receiver.kind == "list":
        add(run, receiver, call)
    elif name == "update" and receiver.kind == "dict" and isinstance(call.first.options.get("key"), Value):
        add_entry(run, receiver, call, cast("Value", call.first.options["key"]))
    if name == "new_child" and maker == "collections.ChainMap":
        return layered(run, receiver, call)
    if name == "sort":
        asked(run, call, receiver)
    if name in VIEWS and receiver.items:
        return view(receiver, name)
    if name in GIVING and receiver.items:
        return by_key(lasting(receiver, receiver.items[0]), call.first)
    if receiver.kind == "queue" and name in GIVING:
        return Value(varies=frozenset(run.loops))
    return missing(call) if name == "get" and receiver.kind == "dict" else ANY


def layered(run: Interpreter, receiver: Value, call: Call) -> Value:
    """A further layer on top of a table of several."""
    value = Value("dict", items=list(call.arguments), born=run.loops, place=run.place(call.node))
    value.options["maker"] = receiver.options["maker"]
    return around(value, [receiver])


def missing(call: Call) -> Value:
    """What a table gives for a key that it has not met yet."""
    value = Value()
    value.options["asked"] = call.first
    return value


def add(run: Interpreter, receiver: Value, call: Call) -> None:
    """`append` and its like."""
    element = call.arguments[-1] if call.arguments else ANY
    if call.name in ("extend", "update") and element.items:
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


def add_entry(run: Interpreter, receiver: Value, call: Call, key: Value) -> None:
    """`table.update({key: element})`."""
    for element in call.first.items or ():
        run.tell("kept", call.node, name=call.name, value=receiver, element=element, key=key)
        hold(receiver, element)


def view(receiver: Value, name: str) -> Value:
    """What `values`, `items` and `keys` show of a dictionary."""
    items = receiver.items or []
    pair = Value("tuple", items=[ANY, *items[:1]])
    found = Value("list", items=items if name == "values" else [pair if name == "items" else ANY])
    found.options["literal"] = receiver.options.get("literal")
    return found


METHODS: dict[str, ApiMethod] = dict.fromkeys(CONTAINERS, _container)
