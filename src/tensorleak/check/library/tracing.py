"""`tf.function`: what it makes of a function, and what calling that does."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tensorleak.check.library.call import ApiFunction, ApiMethod, Call
from tensorleak.check.library.effects import works
from tensorleak.check.module import Function
from tensorleak.check.values import ANY, NONE, Value

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

TRACEABLE = frozenset(("function", "traced", "memo"))


def traced(run: Interpreter, function: Value, node: ast.AST, options: dict[str, object]) -> Value:
    """What `tf.function` makes of a function."""
    value = Value("traced", function.name, function.target, born=run.loops, place=run.place(node))
    value.items = function.items
    value.options = {**function.options, **options}
    run.tell("made", node, name="tf.function", value=value)
    return value


def traced_call(run: Interpreter, function: Value, call: Call) -> Value:
    """Calls a traced function: retraced when what it gets is new, and its body seen once per trace."""
    function.used.add("called")
    if not run.traced and not run.eagerly:
        run.tell(
            "call", call.node, name=function.name, value=function, arguments=call.arguments, keywords=call.keywords
        )
        works(run)
    return trace(run, function, call)


def trace(run: Interpreter, function: Value, call: Call) -> Value:
    """Goes through the body of a traced function, as TensorFlow does with symbolic tensors."""
    target = function.target
    if not isinstance(target, Function):
        return Value("tensor")
    instance = function.items[0] if function.items else None
    if instance is not None:
        instance.used.add("traced")
    born = (*function.born, *(instance.born if instance is not None else ()))
    remade = tuple(loop for loop in run.loops if loop in born)
    with run.tracing(), run.changed(loops=remade):  # its body is seen once per trace, not once per call
        given = [Value("tensor", shapes=value.shapes) if value.kind == "array" else value for value in call.arguments]
        result = run.call_function(target, given, call.keywords, call.node, instance, function.frame)
    return Value("tensor") if result.kind in ("", "none") else result


def _function(run: Interpreter, call: Call) -> Value:
    options = {word: value.const if value.const is not None else True for word, value in call.keywords.items()}
    if not call.arguments:  # `tf.function(jit_compile=True)(step)`
        tracer = Value("tracer")
        tracer.options = options
        return tracer
    function = call.first if call.first.kind in TRACEABLE else Value("function", "function")
    return traced(run, function, call.node, options)


def _partial(run: Interpreter, call: Call) -> Value:
    if call.first.kind == "api" and call.first.name == "tf.function":
        return call.first
    value = Value("partial", items=call.arguments[:1], born=run.loops)
    value.arguments = call.arguments[1:]
    return value


def _memoised(run: Interpreter, call: Call) -> Value:
    """`lru_cache(maxsize=None)(encode)` and `cache(encode)`."""
    if call.first.kind == "function":
        return memo_of(run, call.first, call.name == "functools.cache", call.node)
    size = call.given("maxsize", 0)
    maker = Value("memoiser")
    maker.options["unbounded"] = size is not None and size.kind == "none"
    return maker


def memo_of(run: Interpreter, function: Value, unbounded: bool, node: ast.AST) -> Value:
    """A function whose answers are remembered."""
    memo = Value("memo", function.name, function.target, items=function.items, place=run.place(node), born=run.loops)
    memo.options = {**function.options, "unbounded": unbounded}
    return memo


def _eagerly(run: Interpreter, call: Call) -> Value:
    run.eagerly = not call.arguments or call.first.const is not False
    return NONE


def _traced_method(run: Interpreter, receiver: Value, call: Call) -> Value:
    """A concrete function of a traced one is as heavy; the body is traced for it."""
    if call.name != "get_concrete_function":
        return ANY
    trace(run, receiver, Call(call.name, [Value("tensor") for _ in call.arguments], {}, call.node))
    return receiver


FUNCTIONS: dict[str, ApiFunction] = {
    "tf.function": _function,
    "functools.partial": _partial,
    **dict.fromkeys(("functools.lru_cache", "functools.cache"), _memoised),
    "tf.config.run_functions_eagerly": _eagerly,
    "tf.config.experimental_run_functions_eagerly": _eagerly,
}
METHODS: dict[str, ApiMethod] = {"traced": _traced_method}
