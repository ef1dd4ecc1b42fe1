"""Questions that a program asks of itself: of which type a value is, in which mode TensorFlow runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tensorleak.check.library.call import ApiFunction, Call
from tensorleak.check.values import TENSORS, Value

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

TENSOR_CLASSES = frozenset("tf.Tensor tf.Variable tf.Operation tf.SparseTensor tf.RaggedTensor".split())
CONTAINERS = frozenset(("list", "tuple", "dict", "set"))
NO_TENSORS = frozenset("number text array list dict none".split()) | {"python data"}


def answer(known: bool | None) -> Value:
    """An answer that decides a branch: yes, no, or that nobody knows."""
    value = Value("number", const=known)
    value.options["answer"] = "unknown" if known is None else "known"
    return value


def _isinstance(run: Interpreter, call: Call) -> Value:
    classes = call.arguments[1] if len(call.arguments) > 1 else Value()
    asked = [part.name for part in (classes.items or [] if classes.kind == "tuple" else [classes])]
    if asked and TENSOR_CLASSES.issuperset(asked):
        return is_tensor(call.first)
    return answer(False) if is_one(call.first) and asked and CONTAINERS.issuperset(asked) else Value("number")


def is_one(value: Value) -> bool:
    """Whether a value is one tensor that an operation gave; what several were unpacked of may be a list of them."""
    return value.kind in TENSORS and "." in value.name and not value.options.get("unpacked")


def _is_tensor(run: Interpreter, call: Call) -> Value:
    return is_tensor(call.first)


def is_tensor(value: Value) -> Value:
    """Whether a value is a tensor: which class of them, the walk does not tell apart."""
    if value.kind in TENSORS:
        return Value("number")
    return answer(False if value.kind in NO_TENSORS else None)


def _executing_eagerly(run: Interpreter, call: Call) -> Value:
    return answer(run.mode == "eager")


FUNCTIONS: dict[str, ApiFunction] = {
    "isinstance": _isinstance,
    "tf.executing_eagerly": _executing_eagerly,
    "tf.contrib.framework.is_tensor": _is_tensor,
    "tf.is_tensor": _is_tensor,
}
