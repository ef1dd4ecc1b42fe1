"""What decorators make of a function."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tensorleak.check import names
from tensorleak.check.library.registries import dispatching
from tensorleak.check.library.tracing import memo_of, traced
from tensorleak.check.module import Function
from tensorleak.check.values import ANY, Value

if TYPE_CHECKING:
    from tensorleak.check.walk.frame import Frame
    from tensorleak.check.walk.interpreter import Interpreter

PLAIN_DECORATORS = frozenset("property staticmethod classmethod dataclass abstractmethod contextmanager wraps".split())


REPLACING = frozenset(("function", "traced", "memo", "instance"))  # what may take the place of a function


def decorator_names(function: Function) -> set[str]:
    """The names of a function's decorators, canonical."""
    node = function.node
    if isinstance(node, ast.Lambda) or not node.decorator_list:
        return set()
    found = set()
    for item in node.decorator_list:
        target = item.func if isinstance(item, ast.Call) else item
        dotted = function.module.dotted_name(target)
        found.add(names.canonical(dotted) if dotted else getattr(target, "id", ""))
    return found


def decorated(run: Interpreter, function: Function, frame: Frame | None) -> Value:
    """What a `def` binds its name to: the function, or what its decorators make of it."""
    value = Value("function", function.name, function, born=run.loops)
    value.options["frame"] = frame
    node = function.node
    if isinstance(node, ast.Lambda):
        return value
    for item in reversed(node.decorator_list):
        value = _decorate(run, item, value, function)
    return value


def is_own(run: Interpreter, dotted: str, function: Function) -> bool:
    """Whether an imported name is the project's own."""
    level = len(dotted) - len(dotted.lstrip("."))
    rest = dotted[level:].rpartition(".")[0]
    return bool(level) or (bool(rest) and run.project.find(rest, function.module, 0) is not None)


def by_own_decorator(run: Interpreter, made: Value, value: Value, item: ast.expr) -> Value:
    """What a decorator of the project makes of a function: mostly a wrapper around it."""
    assert isinstance(made.target, Function)
    result = run.call_function(made.target, [value], {}, item, made.items[0] if made.items else None, made.frame)
    return result if result.kind in REPLACING - {"instance"} else value


def by_own_class(run: Interpreter, made: Value, value: Value, item: ast.expr, function: Function) -> Value:
    """A class of the project as decorator, or an object of it: what becomes of the function where that is defined."""
    known = run.decorated.get(id(function.node))
    if known is None:
        run.decorated[id(function.node)] = value
        decorator = run.evaluate(item) if isinstance(item, ast.Call) else made
        result = run.call(decorator, [value], {}, item)
        known = run.decorated[id(function.node)] = result if result.kind in REPLACING else value
    return known


def _decorate(run: Interpreter, item: ast.expr, value: Value, function: Function) -> Value:
    target = item.func if isinstance(item, ast.Call) else item
    resolved = names.canonical(function.module.dotted_name(target))
    if not resolved or is_own(run, resolved, function):
        made = of_project(run, target, function)
        if isinstance(target, ast.Name) and target.id not in PLAIN_DECORATORS:
            resolved = made.name if made.kind == "api" else ""
        if made.kind == "function" and isinstance(made.target, Function):
            made = made if target is item else run.evaluate(item)  # `@remembered(size=100)` makes a decorator
        if made.kind == "function" and isinstance(made.target, Function):
            return by_own_decorator(run, made, value, item)
        if made.kind == "class":
            return by_own_class(run, made, value, item, function)
    keywords = {word.arg: word.value for word in item.keywords if word.arg} if isinstance(item, ast.Call) else {}
    if resolved == "functools.partial" and isinstance(item, ast.Call) and item.args:
        resolved = names.canonical(function.module.dotted_name(item.args[0]))
    if resolved == "tf.function":
        return traced(run, value, item, {name: constant(run, word) for name, word in keywords.items()})
    if resolved == "functools.singledispatch":
        return dispatching(value)
    if resolved in ("functools.lru_cache", "functools.cache"):
        size = keywords.get("maxsize") or (item.args[0] if isinstance(item, ast.Call) and item.args else None)
        unbounded = resolved == "functools.cache" or (isinstance(size, ast.Constant) and size.value is None)
        return memo_of(run, value, unbounded, item)
    return value


def of_project(run: Interpreter, target: ast.expr, function: Function) -> Value:
    """What a decorator of the project is: by its name, as part of a module, or as a method: `@tracer.traced`."""
    if isinstance(target, ast.Name):
        return run.lookup(target.id) if target.id not in PLAIN_DECORATORS else ANY
    return run.in_module(target, function.module) if isinstance(target, ast.Attribute) else ANY


def constant(run: Interpreter, node: ast.expr) -> object:
    """A literal's value, or that of a name for one; for anything else that it is there."""
    if isinstance(node, ast.Constant):
        return node.value
    named = run.lookup(node.id).const if isinstance(node, ast.Name) else None
    return named if named is not None else True


def is_static(function: Function) -> bool:
    """A static method gets no object."""
    node = function.node
    return not isinstance(node, ast.Lambda) and any(
        isinstance(item, ast.Name) and item.id == "staticmethod" for item in node.decorator_list
    )


def is_traced(run: Interpreter, function: Function) -> bool:
    """Whether a function is decorated with `tf.function`."""
    node = function.node
    if isinstance(node, ast.Lambda):
        return False
    return any(
        names.canonical(function.module.dotted_name(item.func if isinstance(item, ast.Call) else item)) == "tf.function"
        for item in node.decorator_list
    )
