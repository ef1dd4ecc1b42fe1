"""What the parameters of a function are when it is called."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tensorleak.check import names
from tensorleak.check.module import Function
from tensorleak.check.values import Value, all_varying
from tensorleak.check.walk.branches import constants_of
from tensorleak.check.walk.decorators import is_static
from tensorleak.check.walk.lookup import in_frame

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter


def bind_parameters(
    run: Interpreter, function: Function, arguments: list[Value], keywords: dict[str, Value], instance: Value | None
) -> None:
    """Gives a function's parameters their values: what is passed, else the default, else a guess."""
    spec, env = function.node.args, run.frame.env
    positional = [*spec.posonlyargs, *spec.args]
    values = [instance, *arguments] if instance is not None and not is_static(function) else list(arguments)
    defaults, unknown = defaults_of(spec), set()
    outside, run.outside = run.outside, False
    for index, item in enumerate([*positional, *spec.kwonlyargs]):
        if index < len(values) and index < len(positional):
            env[item.arg] = values[index]
        elif item.arg in keywords:
            env[item.arg] = keywords[item.arg]
        elif item.arg in defaults:
            env[item.arg] = default(run, function, item.arg, defaults[item.arg])
        else:
            unknown.add(item.arg)
            env[item.arg] = guess(run, item)
            if run.entering is not None:
                env[item.arg].varies = frozenset((run.entering,))
    if not outside:
        names = {item.arg for item in (*positional, *spec.kwonlyargs)} - unknown
        run.frame.passed = constants_of(function, env, names)
    if spec.vararg:
        rest_of = list(values[len(positional) :])
        env[spec.vararg.arg] = Value("tuple", items=rest_of, varies=all_varying(rest_of))
    if spec.kwarg:
        named = {item.arg for item in (*positional, *spec.kwonlyargs)}
        rest = {word: value for word, value in keywords.items() if word not in named}
        env[spec.kwarg.arg] = Value("dict", items=list(rest.values()), born=run.loops, place=run.place(function.node))
        env[spec.kwarg.arg].options["fields"] = rest


def defaults_of(spec: ast.arguments) -> dict[str, ast.expr]:
    """The expressions of a function's default values, by parameter."""
    positional = [item.arg for item in (*spec.posonlyargs, *spec.args)]
    found = dict(zip(positional[len(positional) - len(spec.defaults) :], spec.defaults, strict=True))
    for item, value in zip(spec.kwonlyargs, spec.kw_defaults, strict=True):
        if value is not None:
            found[item.arg] = value
    return found


def default(run: Interpreter, function: Function, name: str, node: ast.expr) -> Value:
    """A default value; a container among them is made once, with the function."""
    key = (id(function), name)
    if key not in run.defaults:
        value = run.defaults[key] = in_frame(run, function.module, lambda: run.evaluate(node))
        if value.kind in ("list", "dict"):
            value.name = value.name or name
    return run.defaults[key]


def guess(run: Interpreter, item: ast.arg) -> Value:
    """What an unknown argument is by its annotation or, for sessions, by the name that everybody gives them."""
    if item.annotation is not None:
        name = names.canonical(run.frame.module.dotted_name(item.annotation))
        if name in ("tf.Tensor", "tf.Variable"):
            return Value("tensor")
        if names.kind_of_call(name) == "session":
            return Value("session")
        if isinstance(item.annotation, ast.Name) and item.annotation.id in ("int", "float"):
            return Value("number")
    if item.arg in ("sess", "session") and run.mode == "graph":
        return Value("session")
    if item.arg in ("model", "net", "network") and run.mode == "eager":
        return Value("model")
    return Value()
