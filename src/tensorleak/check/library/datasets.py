"""Datasets and their iterators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tensorleak.check.library.call import ApiMethod, Call
from tensorleak.check.library.language import FEW_TAKEN
from tensorleak.check.library.makers import made
from tensorleak.check.values import ANY, Value, around

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

TRACING = frozenset(("map", "flat_map", "interleave", "filter"))
ITERATING = frozenset(("make_one_shot_iterator", "make_initializable_iterator", "__iter__"))


def _dataset(run: Interpreter, receiver: Value, call: Call) -> Value:
    if call.name in TRACING and call.first.kind in ("function", "memo"):
        with run.tracing():
            run.call(call.first, [Value("tensor")], {}, call.node)
    if call.name in ITERATING:
        if run.mode == "graph":
            run.tell_op(call.node, "tf.data.iterator", [])
        return made(run, "iterator", call)
    if call.name == "as_numpy_iterator":
        return Value("generator", items=[Value("array")])
    if call.name in ("reduce", "cardinality", "get_single_element"):
        return Value("tensor")
    return derived(receiver, call)


def derived(receiver: Value, call: Call) -> Value:
    """The dataset that a dataset's method gives."""
    value = Value("dataset", receiver.name, born=receiver.born, place=receiver.place)
    taken = call.first.const if call.name == "take" else None
    value.options["few"] = receiver.options.get("few") or (isinstance(taken, int) and 0 <= taken <= FEW_TAKEN)
    return around(value, [receiver, *call.arguments]) if call.name == "concatenate" else value


def _iterator(run: Interpreter, receiver: Value, call: Call) -> Value:
    if call.name not in ("get_next", "next", "__next__"):
        return ANY
    if run.mode == "graph":
        run.tell_op(call.node, "get_next", [])
    return Value("tensor")


METHODS: dict[str, ApiMethod] = {"dataset": _dataset, "iterator": _iterator}
