"""Tensors, variables, and what computes with them: tapes, optimizers, metrics, distributions."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tensorleak.check.library.call import ApiMethod, Call
from tensorleak.check.library.effects import differentiates, trains, works
from tensorleak.check.library.sessions import fetched
from tensorleak.check.syntax import last_name
from tensorleak.check.values import ANY, NONE, OUTPUT, Value

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

ASSIGNING = ("assign", "scatter", "read_value", "sparse_read", "initialized_value")


def _tensor(run: Interpreter, receiver: Value, call: Call) -> Value:
    name = call.name
    if name in ("eval", "run"):
        works(run, session=True)
        return fetched(receiver) if name == "eval" else NONE
    if name.startswith("assign") and run.mode == "eager":
        works(run)
        trains(run)
    if name == "numpy":
        works(run)
        return read_out(receiver)
    if name.startswith(ASSIGNING) and run.mode == "graph":
        run.tell_op(call.node, "assign", [receiver, *call.arguments])
        return Value("tensor")
    if name == "ref" and receiver.kind == "tensor":  # what somebody makes a key of
        return Value("python data", items=[receiver], varies=frozenset(run.loops))
    if name in ("get_shape", "set_shape", "load"):
        return Value("python data")
    if name.startswith("_"):
        return ANY  # nobody documents what it gives
    found = Value("tensor", shapes=receiver.shapes)
    found.options["deep"] = receiver.options.get("deep")
    return found


def read_out(tensor: Value) -> Value:
    """The array that a tensor holds; of an unknown one, it may be a loss."""
    if tensor.options.get("scalar"):
        return Value("number")
    return Value("array", OUTPUT if tensor.name else "", shapes=tensor.shapes)


def _tape(run: Interpreter, receiver: Value, call: Call) -> Value:
    if call.name not in ("gradient", "jacobian", "batch_jacobian"):
        return ANY
    works(run)
    differentiates(run)
    return Value("tensor")


def _optimizer(run: Interpreter, receiver: Value, call: Call) -> Value:
    if call.name in ("minimize", "apply_gradients"):
        trains(run)
    elif call.name != "compute_gradients":
        return ANY
    if run.mode == "graph":
        run.tell_op(call.node, call.name, call.arguments)
    works(run, busy=run.mode == "eager")
    differentiates(run)
    return Value("tensor")


def _metric(run: Interpreter, receiver: Value, call: Call) -> Value:
    works(run, busy=call.name in ("update_state", "__call__"))
    if call.name != "result":
        return ANY
    found = Value("tensor")
    found.options["scalar"] = True
    return found


def _distribution(run: Interpreter, receiver: Value, call: Call) -> Value:
    if run.mode == "graph":
        run.tell_op(call.node, call.name, call.arguments)
    return Value("tensor")


def _tensor_array(run: Interpreter, receiver: Value, call: Call) -> Value:
    if call.name in ("stack", "concat", "read", "gather"):
        return Value("tensor")
    if (
        call.name == "write"
        and len(call.arguments) > 1
        and run.mode == "eager"
        and receiver.options.get("dynamic_size")
    ):
        written(run, receiver, call)
    return receiver


def written(run: Interpreter, receiver: Value, call: Call) -> None:
    """`frames = frames.write(index, frame)`: eagerly, an array of tensors that may grow is a list of them."""
    function = call.node.func if isinstance(call.node, ast.Call) else None
    name = last_name(function.value) if isinstance(function, ast.Attribute) else ""
    content = receiver.options.setdefault("written", Value("list", born=receiver.born, place=receiver.place))
    assert isinstance(content, Value)
    content.name = name
    run.tell("kept", call.node, name=call.name, value=content, element=call.arguments[1])


METHODS: dict[str, ApiMethod] = {
    "tensor": _tensor,
    "variable": _tensor,
    "symbol": _tensor,
    "tape": _tape,
    "optimizer": _optimizer,
    "metric": _metric,
    "distribution": _distribution,
    "tensor array": _tensor_array,
}
