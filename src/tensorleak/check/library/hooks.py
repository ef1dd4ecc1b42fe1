"""Hooks of sessions: what they ask for before each run, and what they are given after it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tensorleak.check.library.call import ApiFunction, Call
from tensorleak.check.library.sessions import fetched
from tensorleak.check.module import Class, Function
from tensorleak.check.values import ANY, Value

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

METHODS_OF_HOOKS = frozenset(("begin", "after_create_session", "before_run", "after_run", "end"))


def handed(run: Interpreter, function: Function, hook: Value | None, node: ast.AST) -> list[Value]:
    """What a session hands to a method of a hook: to `after_run` the results of what `before_run` asked for."""
    if function.name != "after_run" or hook is None or not isinstance(hook.target, Class):
        return []
    asking = run.method_of(hook.target, "before_run")
    asked = run.call_function(asking, [], {}, node, hook) if asking is not None else ANY
    results = fetched(asked.items[0]) if asked.kind == "run arguments" and asked.items else ANY
    values = Value("tuple", items=[results])
    values.options["names"] = ["results"]
    return [ANY, values]


def _run_arguments(run: Interpreter, call: Call) -> Value:
    return Value("run arguments", items=[call.given("fetches", 0) or ANY])


FUNCTIONS: dict[str, ApiFunction] = dict.fromkeys(
    ("tf.train.SessionRunArgs", "tf.estimator.SessionRunArgs"), _run_arguments
)
