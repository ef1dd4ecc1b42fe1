"""Sessions and graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tensorleak.check.library.call import ApiFunction, ApiMethod, Call
from tensorleak.check.library.effects import works
from tensorleak.check.values import ANY, OUTPUT, TENSORS, Value

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter


def session_method(run: Interpreter, receiver: Value, call: Call) -> Value:
    """A session runs, or is entered."""
    if call.name in ("run", "partial_run"):
        works(run, session=True)
        return fetched(call.arguments[0] if call.arguments else call.keywords.get("fetches", ANY))
    return receiver if call.name in ("as_default", "__enter__") else ANY


def fetched(value: Value) -> Value:
    """What a session gives for what it is asked."""
    if value.kind in ("list", "tuple") and value.items:
        return Value("tuple", items=[fetched(part) for part in value.items])
    if value.kind not in TENSORS:
        return ANY
    return Value("number") if value.options.get("scalar") else Value("array", OUTPUT)


def _graph(run: Interpreter, call: Call) -> Value:
    return Value("graph", call.name, born=run.loops, place=run.place(call.node))


def _graph_method(run: Interpreter, receiver: Value, call: Call) -> Value:
    if call.name == "as_default":
        return Value("graph scope", born=receiver.born if receiver.kind == "graph" else run.graph)
    return ANY if call.name != "get_tensor_by_name" else Value("tensor")


FUNCTIONS: dict[str, ApiFunction] = {"tf.Graph": _graph}
METHODS: dict[str, ApiMethod] = {
    "session": session_method,
    "graph": _graph_method,
    "default graph": _graph_method,
}
