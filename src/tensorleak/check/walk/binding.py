"""Giving values their names."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tensorleak.check.elements import element_at
from tensorleak.check.syntax import is_text
from tensorleak.check.values import ANY, Value, hold
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
    if before is not None and before is not value and before.kind == value.kind and value.kind in ("list", "dict"):
        before.bounded = before.bounded or not set(run.loops) <= set(before.born)  # a new one in every round
    frame.env[name] = value


def bind_attribute(run: Interpreter, target: ast.Attribute, value: Value) -> None:
    """`object.name = value`."""
    holder = run.evaluate(target.value)
    if value.kind in ("list", "dict", "queue") and not value.name:
        value.name = target.attr
    if holder.attrs is not None:
        if holder.kind == "instance" and value.kind in ("list", "dict") and target.attr in holder.attrs:
            before = holder.attrs[target.attr]
            if before.kind == value.kind:
                before.bounded = True  # emptied by a new one
        holder.attrs[target.attr] = value


def store(run: Interpreter, target: ast.Subscript, value: Value) -> None:
    """`table[key] = value`."""
    container = run.evaluate(target.value)
    key = run.evaluate(target.slice)
    if container.kind == "dict":
        run.tell("kept", target, value=container, element=value, key=key)
        hold(container, value)
        fields = container.options.get("fields")
        if isinstance(fields, dict) and is_text(target.slice):
            fields[target.slice.value] = value
