"""Calls, by the kind of what is called."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tensorleak.check.events import Guard
from tensorleak.check.library.call import Call
from tensorleak.check.library.effects import works
from tensorleak.check.library.functions import call_api
from tensorleak.check.library.methods import method
from tensorleak.check.library.models import called_backend_function, called_model
from tensorleak.check.library.registries import called_mock
from tensorleak.check.library.tracing import memo_of, traced, traced_call
from tensorleak.check.module import Class, Function
from tensorleak.check.values import ANY, DATA, Value, all_varying, joined
from tensorleak.check.walk.classes import base_name
from tensorleak.check.walk.decorators import is_static
from tensorleak.check.walk.instances import call_instance, instantiate, new_object

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter


def call(run: Interpreter, function: Value, arguments: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value:
    """Calls a value."""
    kind = function.kind
    if kind == "api":
        return made_here(run, call_api(run, Call(function.name, arguments, keywords, node)), arguments)
    if kind == "bound":
        receiver = function.items[0] if function.items else ANY
        result = method(run, receiver, Call(function.name, arguments, keywords, node))
        return made_here(run, result, [receiver, *(receiver.items or ()), *arguments])
    if kind in ("function", "memo") and isinstance(function.target, Function):
        found = project_call(run, function, arguments, keywords, node)
        others = function.options.get("others")
        for other in others if isinstance(others, list) else ():
            found = joined(found, project_call(run, other, arguments, keywords, node))
        return found
    if kind == "tracer" and arguments:
        return traced(run, arguments[0], node, function.options)
    if kind == "traced":
        return traced_call(run, function, Call(function.name, arguments, keywords, node))
    if kind == "class" and isinstance(function.target, Class):
        return instantiate(run, function.target, arguments, keywords, node)
    if kind == "partial" and function.items:
        return call(run, function.items[0], [*function.arguments, *arguments], keywords, node)
    if kind == "instance":
        return call_instance(run, function, arguments, keywords, node)
    if kind in ("layer", "model", "giver"):
        return made_here(run, called_model(run, function, arguments, node), arguments)
    if kind == "backend function":
        return called_backend_function(run)
    if kind == "allocator" and arguments and isinstance(arguments[0].target, Class):
        return new_object(run, arguments[0].target, base_name(run, arguments[0].target), node)
    if kind == "memoiser" and arguments:
        return memo_of(run, arguments[0], bool(function.options["unbounded"]), node)
    if kind == "mock":
        return called_mock(run, function, Call("mock", arguments, keywords, node))
    if kind == "record":
        return record_of(function, arguments, keywords)
    varies = function.varies | all_varying((*arguments, *keywords.values()))
    if kind == "python data":
        return Value(kind, varies=varies)
    if run.mode == "eager" and any(value.kind == "tensor" for value in arguments):
        works(run)  # a model, most likely
    return Value(varies=varies)


def record_of(record: Value, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    """A named tuple: what is given by name has its place, too."""
    found = Value("tuple", items=[*arguments, *keywords.values()])
    names = record.options.get("names")
    if isinstance(names, list):
        found.options["names"] = [*names[: len(arguments)], *keywords]
    return found


def made_here(run: Interpreter, result: Value, given: list[Value]) -> Value:
    """What a library's function returns, with the loops in which it was made, unless it was there before."""
    for value in (result, *(result.items or ())) if result.kind == "tuple" else (result,):
        if value.kind in DATA and not any(value is part for part in given):
            value.born = run.loops
    return result


def project_call(
    run: Interpreter, function: Value, arguments: list[Value], keywords: dict[str, Value], node: ast.AST
) -> Value:
    """A call of the project's own function; of a memoised one, what it returns stays."""
    target = function.target
    assert isinstance(target, Function)
    instance = function.items[0] if function.items else None
    if function.kind == "function" and not fits(target, arguments, keywords, node, instance is not None):
        return ANY  # it fails
    asked = Value(
        varies=frozenset(instance.born if instance is not None else ())
    )  # of a method, the object is part of the key
    key = Value(varies=all_varying((*arguments, *keywords.values(), asked)))
    guard = (Guard(False, key, len(run.loops)),) if function.kind == "memo" else ()  # its body runs once per argument
    chosen = run.chosen or (instance is not None and "chosen" in instance.options)
    with run.changed(guards=(*run.guards, *guard), chosen=chosen):
        result = run.call_function(target, arguments, keywords, node, instance, function.frame)
    if function.kind == "memo":
        run.tell(
            "memo", node, value=function, element=result, arguments=[*arguments, *([asked] if asked.varies else ())]
        )
    return result


def fits(
    function: Function, arguments: list[Value], keywords: dict[str, Value], node: ast.AST, has_instance: bool
) -> bool:
    """Whether a call that is written out gives a function what it takes: one that does not fails in its first round."""
    if not isinstance(node, ast.Call) or isinstance(function.node, ast.Lambda) or len(node.args) != len(arguments):
        return True
    if any(isinstance(part, ast.Starred) for part in node.args) or any(word.arg is None for word in node.keywords):
        return True
    if any(not isinstance(item, ast.Name) or item.id not in PLAIN for item in function.node.decorator_list):
        return True  # what a decorator makes of it may take something else
    spec = function.node.args
    places = [*spec.posonlyargs, *spec.args]
    given = len(arguments) + (has_instance and not is_static(function))
    if given > len(places):
        return spec.vararg is not None
    needed = places[given : len(places) - len(spec.defaults)]
    return all(item.arg in keywords for item in needed)


PLAIN = frozenset(("staticmethod", "classmethod"))
