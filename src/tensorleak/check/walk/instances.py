"""Objects of the project's classes: made, and called."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tensorleak.check import names
from tensorleak.check.library.functions import SERVERS
from tensorleak.check.module import Class
from tensorleak.check.ownership import own
from tensorleak.check.values import ANY, Place, Value
from tensorleak.check.walk.classes import base_name, line_of, method_of

CONTAINER_BASES = {
    **dict.fromkeys(("list", "set", "collections.deque", "collections.UserList"), "list"),
    **dict.fromkeys(("dict", "collections.OrderedDict", "collections.UserDict", "collections.Counter"), "dict"),
    **dict.fromkeys(("contextlib.ExitStack", "contextlib.AsyncExitStack"), "list"),
    "queue.Queue": "queue",
}

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter


def instantiate(
    run: Interpreter, cls: Class, arguments: list[Value], keywords: dict[str, Value], node: ast.AST
) -> Value:
    """A new object of a project's class."""
    allocated = allocate(run, cls, arguments, keywords, node)
    if allocated is not None:
        construct(run, allocated, cls, arguments, keywords, node)
        return allocated
    base = base_name(run, cls)
    value = new_object(run, cls, base, node)
    assert value.attrs is not None
    value.arguments = [*arguments, *keywords.values()]
    for name, part in zip(fields(cls), arguments, strict=False):
        value.attrs[name] = part
    for name, part in keywords.items():
        if name in fields(cls):
            value.attrs[name] = part
    if names.kind_of_call(base) == "model":
        run.tell("made", node, name=base, value=value)
    run.story.objects[id(node)] = value
    if base.startswith(SERVERS):
        run.server = value
    construct(run, value, cls, arguments, keywords, node)
    return value


def new_object(run: Interpreter, cls: Class, base: str, node: ast.AST) -> Value:
    """An object of a class before its constructor runs."""
    value = Value("instance", base, cls, born=run.loops, place=run.place(node))
    value.attrs = default_fields(run, cls)
    value.options["guards"] = run.guards
    contain(value, base, cls)
    return value


def allocate(
    run: Interpreter, cls: Class, arguments: list[Value], keywords: dict[str, Value], node: ast.AST
) -> Value | None:
    """The object that a class's own `__new__` gives, which may be one that was there before; None where it has none."""
    method = method_of(run, cls, "__new__")
    if method is None:
        return None
    made = run.call_function(method, [Value("class", cls.name, cls), *arguments], keywords, node)
    return made if made.kind == "instance" and made.target is cls else None


def contain(value: Value, base: str, cls: Class) -> None:
    """Gives an object whose class derives from a container what it contains; the classes made for deriving keep it in `data`."""
    kind = CONTAINER_BASES.get(base)
    if kind is None or value.attrs is None:
        return
    content = Value(kind, cls.name, born=value.born, place=value.place)
    content.options.update(own=True, maker=base)  # its own class calls it `self`, or `data`
    value.options["content"] = content
    if base.startswith("collections.User"):
        value.attrs["data"] = content


def default_fields(run: Interpreter, cls: Class) -> dict[str, Value]:
    """The fields of a data class that a factory fills anew for every object."""
    made = {}
    for item in cls.node.body:
        if isinstance(item, ast.AnnAssign) and isinstance(item.value, ast.Call) and isinstance(item.target, ast.Name):
            factory = next((word.value for word in item.value.keywords if word.arg == "default_factory"), None)
            if factory is not None:
                part = run.call(run.evaluate(factory), [], {}, factory)
                part.name = part.name or item.target.id
                part.place = Place(factory, cls.module, "__init__")
                own(part, line_of(run, cls))
                made[item.target.id] = part
    return made


def fields(cls: Class) -> list[str]:
    """The fields of a data class or named tuple, in order."""
    return [
        item.target.id
        for item in cls.node.body
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
    ]


def call_instance(
    run: Interpreter, value: Value, arguments: list[Value], keywords: dict[str, Value], node: ast.AST
) -> Value:
    """Calls an object: its `__call__`, or for Keras its `call`."""
    cls = value.target
    assert isinstance(cls, Class)
    for name in ("__call__", "call"):
        method = method_of(run, cls, name)
        if method is not None:
            result = run.call_function(method, arguments, keywords, node, value)
            return Value("tensor") if name == "call" and not result.kind else result
    return Value("tensor") if value.name.startswith("keras.") else ANY


def instance_of(run: Interpreter, cls: Class) -> Value:
    """An object of a class that nobody here makes, as its own constructor leaves it."""
    known = run.instances.get(id(cls))
    if known is None:
        known = run.instances[id(cls)] = Value("instance", base_name(run, cls), cls)
        known.attrs = {}
        contain(known, known.name, cls)
        with run.changed(loops=(), guards=(), calls=(), traced=False):
            construct(run, known, cls, [], {}, cls.node)
    return known


def construct(
    run: Interpreter, instance: Value, cls: Class, arguments: list[Value], keywords: dict[str, Value], node: ast.AST
) -> None:
    """Runs the constructor on a fresh object."""
    init = method_of(run, cls, "__init__")
    if init is not None:
        run.call_function(init, arguments, keywords, node, instance)
