"""What classes inherit."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tensorleak.check.module import Class, Function

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter


def base_name(run: Interpreter, cls: Class, depth: int = 0) -> str:
    """The library class that a class derives from in the end, if any."""
    for base in cls.node.bases:
        value = run.in_module(base, cls.module)
        if value.kind == "api":
            return value.name
        if value.kind == "class" and isinstance(value.target, Class) and depth < 8:
            found = base_name(run, value.target, depth + 1)
            if found:
                return found
    return ""


def line_of(run: Interpreter, cls: Class) -> tuple[Class, ...]:
    """A class and those of the project that it derives from, the nearest first."""
    known = run.lines.get(id(cls))
    if known is None:
        known = run.lines[id(cls)] = tuple(ancestors(run, cls))
    return known


def ancestors(run: Interpreter, cls: Class, depth: int = 0) -> Iterator[Class]:
    """A class and, for each of its bases in turn, that and its own ancestors."""
    yield cls
    for base in cls.node.bases if depth <= 8 else ():
        value = run.in_module(base, cls.module)
        if value.kind == "class" and isinstance(value.target, Class):
            yield from ancestors(run, value.target, depth + 1)


def method_of(run: Interpreter, cls: Class, name: str) -> Function | None:
    """A method, its own or inherited within the project."""
    found = cls.methods.get(name)
    if found is not None:
        return found
    return next((one.methods[name] for one in line_of(run, cls) if name in one.methods), None)


def setter_of(run: Interpreter, cls: object, name: str) -> Function | None:
    """The method by which a property of a class is set, its own or inherited within the project."""
    if not isinstance(cls, Class):
        return None
    return next((one.setters[name] for one in line_of(run, cls) if name in one.setters), None)


def stored_in(run: Interpreter, cls: Class, name: str) -> tuple[Class, ast.expr] | None:
    """The class that stores a value under a name, the class itself or one that it derives from, and the value's expression."""
    if name in cls.values:
        return cls, cls.values[name]
    return next(((one, one.values[name]) for one in line_of(run, cls) if name in one.values), None)
