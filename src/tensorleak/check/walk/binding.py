"""Giving values their names."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tensorleak.check import frameworks
from tensorleak.check.elements import element_at
from tensorleak.check.syntax import is_text
from tensorleak.check.values import ANY, Value, content_of, hold, joined, parts_of
from tensorleak.check.walk.frame import Frame

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter


def bind(run: Interpreter, target: ast.AST, value: Value) -> None:
    """Gives a value its names."""
    if isinstance(target, ast.Name):
        bind_name(run, target.id, value)
    elif isinstance(target, ast.Tuple | ast.List):
        for index, part in enumerate(target.elts):
            inner = part.value if isinstance(part, ast.Starred) else part
            bind(run, inner, element_at(value, index))
    elif isinstance(target, ast.Attribute):
        bind_attribute(run, target, value)
    elif isinstance(target, ast.Subscript):
        store(run, target, value)
    elif isinstance(target, ast.Starred):
        bind(run, target.value, ANY)


def bind_name(run: Interpreter, name: str, value: Value) -> None:
    """`name = value`: a container of that name that was filled before is let go."""
    if not value.name and value.kind in ("list", "dict", "queue"):
        value.name = name
    frame = run.frame
    if name in frame.globals:
        frame = run.frames.setdefault(id(frame.module), Frame(frame.module, "<module>"))
    before = frame.env.get(name)
    if before is not None and before.kind in ("none", ""):
        made_once(run, value, run.frame.base)
    if before is not None and before is not value and before.kind == value.kind and value.kind in ("list", "dict"):
        before.bounded = before.bounded or not set(run.loops) <= set(before.born)  # a new one in every round
    enter(run, frame.env, name, value)


def enter(run: Interpreter, table: dict[str, Value], name: str, value: Value) -> None:
    """Binds a name; in the second of two branches it may as well mean what the first one bound."""
    other = run.alternatives.get((id(table), name))
    table[name] = run.bound[id(table), name] = value if other is None else joined(other, value)


def bind_attribute(run: Interpreter, target: ast.Attribute, value: Value) -> None:
    """`object.name = value`."""
    holder = run.evaluate(target.value)
    if value.kind in ("list", "dict", "queue") and not value.name:
        value.name = target.attr
    if value.kind == "function" and frameworks.calls_back(holder.name, target.attr) and not holder.kind:
        run.run_handler(value, target)  # `client.on_message = answer`
    if holder.kind == "function":
        holder.attrs = holder.attrs or {}
        value.enclosed = True
    if holder.attrs is not None:
        before = holder.attrs.get(target.attr)
        if before is not None and before.kind == "none":
            made_once(run, value, sum(1 for loop in run.loops if loop in holder.born))
        if holder.kind == "instance" and value.kind in ("list", "dict") and target.attr in holder.attrs:
            before = holder.attrs[target.attr]
            if before.kind == value.kind:
                before.bounded = True  # emptied by a new one
        if value.kind == "instance" and target.attr in holder.attrs:
            let_go(holder.attrs[target.attr], value)
        tell_chain(run, target, holder, holder.attrs.get(target.attr), value)
        enter(run, holder.attrs, target.attr, value)


def made_once(run: Interpreter, value: Value, base: int) -> None:
    """`if player is None: player = Player()`: what a name that outlives a loop is given but once outlives it, too."""
    once = {
        loop
        for depth, loop in enumerate(run.loops)
        if depth >= base and any(guard.once and guard.base <= depth < guard.depth for guard in run.guards)
    }
    for part in (value, *(value.attrs or {}).values()) if once else ():
        part.born = tuple(loop for loop in part.born if loop not in once)


def let_go(before: Value, value: Value) -> None:
    """A new object takes the place of another, whose containers go with it unless the new one refers to it."""
    if before.kind != "instance" or before is value or before.target is not value.target or before in parts_of(value):
        return
    for part in (before.attrs or {}).values():
        part.bounded = part.bounded or part.kind in ("list", "dict")


def tell_chain(run: Interpreter, target: ast.Attribute, holder: Value, before: Value | None, value: Value) -> None:
    """`self.last = Node(value, self.last)`: what takes the place of another and refers to it keeps it."""
    if before is None or before.kind != value.kind or value.kind not in ("instance", "tuple") or before is value:
        return
    if before in parts_of(value):
        chain = Value("list", target.attr, born=holder.born, place=holder.place)
        run.tell("kept", target, name="chain", value=chain, element=Value("tuple", items=parts_of(value)))


def store(run: Interpreter, target: ast.Subscript, value: Value) -> None:
    """`table[key] = value`."""
    container = run.evaluate(target.value)
    key = run.evaluate(target.slice)
    if container.kind == "instance":
        if run.special(container, "__setitem__", [key, value], target) is not None:
            return
        container = content_of(container) or container
    if container.kind == "dict":
        run.tell("kept", target, value=container, element=value, key=key)
        hold(container, value)
        fields = container.options.get("fields")
        if isinstance(fields, dict) and is_text(target.slice):
            fields[target.slice.value] = value
