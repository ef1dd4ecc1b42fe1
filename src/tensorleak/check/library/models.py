"""Models and layers of Keras, and the project's objects that derive from a library's class."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tensorleak.check import names
from tensorleak.check.library.call import ApiFunction, ApiMethod, Call
from tensorleak.check.library.effects import trains, works
from tensorleak.check.library.hooks import METHODS_OF_HOOKS, handed
from tensorleak.check.library.tasks import run_apart, started
from tensorleak.check.module import Class
from tensorleak.check.reading import ADDING
from tensorleak.check.values import ANY, MANY, NONE, OUTPUT, SOME, Loop, Value, all_shapes, all_varying

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

TRAINING = frozenset(["fit", "train_on_batch", "fit_generator"])
PREDICTING = frozenset(["predict", "predict_on_batch", "predict_generator"])
OF_KERAS = frozenset(  # what no other objects are asked for
    "train_on_batch test_on_batch predict_on_batch fit_generator evaluate_generator predict_generator".split()
)
VARIABLES = frozenset("weights trainable_weights variables trainable_variables".split())
WEIGHTS = frozenset("kernel bias embeddings".split())
USING = TRAINING | PREDICTING | frozenset(["evaluate", "test_on_batch", "evaluate_generator"])


def _model(run: Interpreter, receiver: Value, call: Call) -> Value:
    name = call.name
    if name in USING:
        works(run)
    if name in TRAINING:
        trains(run)
        receiver.used.add("fit")
    if name in TRAINING and "callbacks" in call.keywords:
        for callback in call.keywords["callbacks"].items or []:
            run_callback(run, callback, call.node)
    if name in USING:
        run_feeder(run, call)
    if name == "compile":
        compiled(run, receiver, call)
    if name in PREDICTING:
        works_by_queue = name == "predict_generator" and (run.guessed or run.mode == "graph")  # as TensorFlow 1 does
        if works_by_queue:
            return Value("array", OUTPUT)
        run.tell("predict", call.node, name=name, value=receiver, arguments=call.arguments, keywords=call.keywords)
        return Value("array", OUTPUT)
    if name == "get_weights":
        return Value("list", items=[Value("array")], born=run.loops)
    if name == "get_layer":
        return Value("layer")
    return Value("number") if name in ("train_on_batch", "test_on_batch") else ANY


def compiled(run: Interpreter, model: Value, call: Call) -> None:
    """A model is given its loss and optimizer: what trains it is made anew, in graph mode as operations."""
    if run.mode == "graph":
        run.tell_op(call.node, "compile", [])
    else:
        run.tell("compiled", call.node, value=model)


def run_callback(run: Interpreter, callback: Value, node: ast.AST) -> None:
    """Follows `fit` into a callback of the project, or a session into a hook."""
    cls = callback.target
    if callback.kind != "instance" or not isinstance(cls, Class):
        return
    for name in sorted(cls.methods, key=lambda method: not method.endswith("begin")):
        if name.startswith("on_") or name in METHODS_OF_HOOKS:
            function = cls.methods[name]
            with run.within(run.entry(function, callback.name)):
                run.call_function(function, handed(run, function, callback, node), {}, node, callback)


def run_feeder(run: Interpreter, call: Call) -> None:
    """Follows `fit` into what feeds it: Keras asks a `Sequence` of the project for every batch."""
    feeder = call.keywords.get("x") or call.keywords.get("generator") or call.first
    if feeder.kind != "instance" or not names.is_feeder(feeder.name) or not isinstance(feeder.target, Class):
        return
    method = run.method_of(feeder.target, "__getitem__")
    if method is not None:
        loop = Loop("task", call.node, run.frame.module, MANY, f"{method.qualname} is called for every batch")
        run.story.loops.append(loop)
        with run.within(loop):
            run.call_function(method, [Value("number", varies=frozenset((loop,)))], {}, call.node, feeder)


def _lambda_callback(run: Interpreter, call: Call) -> Value:
    """Functions that `fit` calls for every batch or epoch."""
    for name, value in call.keywords.items():
        if value.kind in ("function", "partial") and name.startswith("on_"):
            size = MANY if "_batch_" in name else SOME
            loop = Loop(
                "callback", call.node, run.frame.module, size, f"{name} is called for every {name.split('_')[1]}"
            )
            with run.within(loop):
                run.call(value, [], {}, call.node)
    return ANY


def called_model(run: Interpreter, receiver: Value, arguments: list[Value], node: ast.AST) -> Value:
    """A model or layer on data gives a tensor; so does a loss, an initializer or a schedule."""
    receiver.used.add("__call__")
    symbolic = run.mode == "graph" or any(value.kind == "symbol" for value in arguments)
    works(run, busy=receiver.kind == "model" and not symbolic)
    if run.mode == "graph":
        run.tell_op(node, "layer" if receiver.kind != "giver" else receiver.name, arguments)
    result = Value("tensor", "model", shapes=all_shapes(arguments))
    result.options["deep"] = receiver.kind != "giver" or any(part.options.get("deep") for part in arguments)
    return result


def _inherited(run: Interpreter, receiver: Value, call: Call) -> Value:
    """A method that an object of the project has from a library's class."""
    if receiver.name.startswith("threading.Thread") and call.name == "start" and isinstance(receiver.target, Class):
        return run_thread(run, receiver, receiver.target, call.node)
    if receiver.name.startswith("multiprocessing.") and call.name == "start" and isinstance(receiver.target, Class):
        with run.changed(loops=(), guards=(), graph=(), thread=False, started=()):
            body = run.method_of(receiver.target, "run")
            return run.call_function(body, [], {}, call.node, receiver) if body is not None else NONE
    if receiver.name.startswith("keras."):
        return _model(run, receiver, call)
    if receiver.name in ("dict", "list") and call.name in ADDING:
        return ANY
    return Value(varies=all_varying(call.arguments))


def run_thread(run: Interpreter, thread: Value, cls: Class, node: ast.AST) -> Value:
    """Follows a thread of the project into its `run`."""
    body = run.method_of(cls, "run")
    if body is not None:
        started(run, body, node)
        run_apart(run, body, node, lambda: run.call_function(body, [], {}, node, thread))
    return NONE


def _layer(run: Interpreter, receiver: Value, call: Call) -> Value:
    return Value("list", items=[Value("array")], born=run.loops) if call.name == "get_weights" else ANY


def part_of_model(model: Value, name: str) -> Value | None:
    """What a model or layer is made of: layers, and variables."""
    if name in VARIABLES:
        return Value("list", items=[Value("variable")])
    if name == "layers" and model.kind == "model":
        return Value("list", items=[Value("layer")])
    return Value("variable") if name in WEIGHTS and model.kind == "layer" else None


def _backend_function(run: Interpreter, call: Call) -> Value:
    """`K.function(inputs, outputs)`; in graph mode it groups its outputs and updates in an operation of its own."""
    if run.mode == "graph":
        run.tell_op(call.node, call.name, call.everything())
    return Value("backend function", call.name, born=run.loops, place=run.place(call.node))


def called_backend_function(run: Interpreter) -> Value:
    """A function of the backend runs the graph and gives a list of arrays."""
    works(run, session=run.mode == "graph")
    return Value("list", items=[Value("array", OUTPUT)], born=run.loops)


def _tensorboard(run: Interpreter, call: Call) -> Value:
    """In graph mode each new callback that writes histograms adds a summary of every weight to the graph."""
    every = call.given("histogram_freq", 1)
    if run.mode == "graph" and every is not None and every.const != 0:
        run.tell_op(call.node, call.name, [])
    return Value("callback", call.name, born=run.loops, place=run.place(call.node))


FUNCTIONS: dict[str, ApiFunction] = {
    "keras.callbacks.TensorBoard": _tensorboard,
    "keras.callbacks.LambdaCallback": _lambda_callback,
    "keras.backend.function": _backend_function,
}
METHODS: dict[str, ApiMethod] = {"model": _model, "layer": _layer, "instance": _inherited}
