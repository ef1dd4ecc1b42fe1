"""Attributes and methods of a library's objects, by the kind of the object."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tensorleak.check.library import (
    arrays,
    containers,
    datasets,
    iterables,
    language,
    logs,
    models,
    registries,
    sessions,
    streams,
    tasks,
    tensors,
    tracing,
    trials,
)
from tensorleak.check.library.call import ApiMethod, Call
from tensorleak.check.library.effects import waits, works
from tensorleak.check.values import ARRAYS, OUTPUT, TENSORS, Value, all_varying, content_of, names_of

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

ASSIGNMENTS = frozenset(
    ("assign", "assign_add", "assign_sub")
)  # of a variable: nothing else takes a value by these names
TELLING_METHODS = (
    ASSIGNMENTS
    | models.OF_KERAS
    | frozenset("acquire enter_context predict fit train_on_batch evaluate numpy append put run start".split())
)
# What gives something else each time: the next of what comes from outside.
RECEIVING = frozenset(
    "read readline recv recvfrom recv_json recv_pyobj recv_string recv_multipart receive get_nowait".split()
)
METHODS: dict[str, ApiMethod] = {
    **arrays.METHODS,
    **containers.METHODS,
    **datasets.METHODS,
    **iterables.METHODS,
    **language.METHODS,
    **logs.METHODS,
    **models.METHODS,
    **registries.METHODS,
    **sessions.METHODS,
    **streams.METHODS,
    **tasks.METHODS,
    **tensors.METHODS,
    **tracing.METHODS,
    **trials.METHODS,
}


def attribute(base: Value, name: str) -> Value:
    """An attribute of a library's object."""
    if base.kind == "session" and name == "graph":
        graph = base.options.get("graph value")
        return graph if isinstance(graph, Value) else Value("graph", born=())
    if base.kind in TENSORS or base.kind in ARRAYS:
        return data_attribute(base, name)
    if base.kind == "model" and name in ("inputs", "outputs", "output", "input"):
        return Value("symbol")
    if base.kind == "python data":
        return Value("python data", varies=base.varies)
    if base.kind == "tuple" and name in (named := names_of(base)):
        return (base.items or [])[named.index(name)]
    part = models.part_of_model(base, name) if base.kind in ("model", "layer") else None
    return part if part is not None else Value("bound", name, items=[base])


def data_attribute(base: Value, name: str) -> Value:
    """An attribute of a tensor or an array."""
    if name == "shape":
        return Value("shape", varies=base.shapes)
    if base.kind in TENSORS and name in ("dtype", "name", "device", "op"):
        return Value("python data")
    if base.kind in ARRAYS and name == "size":
        return Value("number", varies=base.shapes)
    if (base.kind in ARRAYS and name == "T") or (base.kind == "tensor" and name in ("indices", "values")):
        return base
    return Value("bound", name, items=[base])


def method(run: Interpreter, receiver: Value, call: Call) -> Value:
    """Calls a method of a library's object."""
    receiver.used.add(call.name)
    if call.name in models.USING:
        receiver.uses |= frozenset(run.loops)
    if call.name in ("qsize", "full", "empty") and receiver.kind == "queue":
        receiver.bounded = True  # somebody looks before putting more into it
    receiver = content_of(receiver) or receiver
    step = METHODS.get(receiver.kind)
    if step is not None:
        return step(run, receiver, call)
    if receiver.kind == "":
        return unknown_method(run, receiver, call)
    return Value(varies=receiver.varies | all_varying(call.arguments))


def unknown_method(run: Interpreter, receiver: Value, call: Call) -> Value:
    """Of an unknown object only the names that everybody knows tell something."""
    tasks.registered(run, call, receiver.name)
    trials.tried(run, call, receiver.name)
    registries.connected(run, receiver, call)
    if call.name in models.OF_KERAS or (call.name == "fit" and "callbacks" in call.keywords):
        return models.METHODS["model"](run, receiver, call)
    if call.name == "numpy" and run.mode == "eager":
        works(run)
    if call.name == "split" and receiver.name.startswith("sklearn."):
        return trials.folds(receiver)
    if call.name in ("read", "retrieve") and receiver.name == "cv2.VideoCapture":
        return streams.frame(run)
    if call.name in RECEIVING:
        return Value(varies=receiver.varies | frozenset(run.loops))
    if call.name == "acquire":
        waits(run)
    if call.name == "enter_context":
        return sessions.entered(run, call.first)
    if call.name in ASSIGNMENTS and call.arguments:
        return tensors.METHODS["variable"](run, Value("variable"), call)
    if call.name == "predict" and run.mode != "graph":
        return Value("array", OUTPUT)
    if call.name == "run" and run.mode == "graph" and any(map(is_fetched, call.arguments)):
        return sessions.session_method(run, receiver, call)
    return Value(varies=receiver.varies | all_varying(call.arguments))


def is_fetched(value: Value) -> bool:
    """Whether a session may be asked for this: a tensor, or a structure of tensors."""
    return value.kind in TENSORS or (
        value.kind in ("list", "tuple", "dict") and any(map(is_fetched, value.items or ()))
    )
