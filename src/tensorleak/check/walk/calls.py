"""Calls, by the kind of what is called."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tensorleak.check.events import Guard
from tensorleak.check.library.call import Call
from tensorleak.check.library.effects import works
from tensorleak.check.library.functions import call_api
from tensorleak.check.library.methods import method
from tensorleak.check.library.models import called_model
from tensorleak.check.library.tracing import traced, traced_call
from tensorleak.check.module import Class, Function
from tensorleak.check.values import ANY, Value, all_varying
from tensorleak.check.walk.instances import call_instance, instantiate

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter


def call(run: Interpreter, function: Value, arguments: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value:
    """Calls a value."""
    kind = function.kind
    if kind == "api":
        return call_api(run, Call(function.name, arguments, keywords, node))
    if kind == "bound":
        receiver = function.items[0] if function.items else ANY
        return method(run, receiver, Call(function.name, arguments, keywords, node))
    if kind in ("function", "memo") and isinstance(function.target, Function):
        return project_call(run, function, arguments, keywords, node)
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
    if kind in ("layer", "model"):
        return called_model(run, function, arguments, node)
    if kind == "record":
        return Value("tuple", items=[*arguments, *keywords.values()])
    varies = function.varies | all_varying((*arguments, *keywords.values()))
    if kind == "python data":
        return Value(kind, varies=varies)
    if run.mode == "eager" and any(value.kind == "tensor" for value in arguments):
        works(run)  # a model, most likely
    return Value(varies=varies)


def project_call(
    run: Interpreter, function: Value, arguments: list[Value], keywords: dict[str, Value], node: ast.AST
) -> Value:
    """A call of the project's own function; of a memoised one, what it returns stays."""
    target = function.target
    assert isinstance(target, Function)
    instance = function.items[0] if function.items else None
    key = Value(varies=all_varying((*arguments, *keywords.values())))
    guard = (Guard(False, key, len(run.loops)),) if function.kind == "memo" else ()  # its body runs once per argument
    with run.changed(guards=(*run.guards, *guard)):
        result = run.call_function(target, arguments, keywords, node, instance, function.frame)
    if function.kind == "memo":
        run.tell("memo", node, value=function, element=result, arguments=arguments)
    return result
