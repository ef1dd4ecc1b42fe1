"""What classes inherit."""

from __future__ import annotations

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


def method_of(run: Interpreter, cls: Class, name: str, depth: int = 0) -> Function | None:
    """A method, its own or inherited within the project."""
    found = cls.methods.get(name)
    if found is not None or depth > 8:
        return found
    for base in cls.node.bases:
        value = run.in_module(base, cls.module)
        if value.kind == "class" and isinstance(value.target, Class):
            inherited = method_of(run, value.target, name, depth + 1)
            if inherited is not None:
                return inherited
    return None
