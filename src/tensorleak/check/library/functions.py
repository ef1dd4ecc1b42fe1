"""Functions and classes of a library, by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tensorleak.check import names
from tensorleak.check.library import (
    devices,
    figures,
    hooks,
    iterables,
    language,
    logs,
    models,
    namespaces,
    questions,
    registries,
    sessions,
    streams,
    tasks,
    tracing,
    trials,
)
from tensorleak.check.library.arrays import RANDOM_NUMBERS, WHOLE, new_array, random_number
from tensorleak.check.library.call import ApiFunction, Call
from tensorleak.check.library.effects import clears, works
from tensorleak.check.library.makers import begins, container_or_made, loaded, tensor
from tensorleak.check.values import ANY, NONE, NOTHING, Value, all_varying

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

LOOKUP_LAYERS = ("StringLookup", "IntegerLookup", "TextVectorization", "Hashing", "Discretization")
ORDERS = names.GRAPH_ORDERS | names.EAGER_ORDERS
SERVERS = ("http.server.", "socketserver.")  # whose handlers call them `server`
PLAIN_DATA = ("uuid.", "json.", "datetime.", "time.", "random.", "hashlib.")
FUNCTIONS: dict[str, ApiFunction] = {
    **devices.FUNCTIONS,
    **figures.FUNCTIONS,
    **hooks.FUNCTIONS,
    **iterables.FUNCTIONS,
    **language.FUNCTIONS,
    **logs.FUNCTIONS,
    **models.FUNCTIONS,
    **namespaces.FUNCTIONS,
    **questions.FUNCTIONS,
    **registries.FUNCTIONS,
    **sessions.FUNCTIONS,
    **streams.FUNCTIONS,
    **tasks.FUNCTIONS,
    **tracing.FUNCTIONS,
    **trials.FUNCTIONS,
}


def call_api(run: Interpreter, call: Call) -> Value:
    """Calls a name of a library or of the language."""
    name = call.name
    special = FUNCTIONS.get(name)
    if special is not None:
        return special(run, call)
    if name in ORDERS and not run.traced:
        run.mode, run.guessed = "graph" if name in names.GRAPH_ORDERS else "eager", False
        return NONE
    if name.startswith("keras.backend.") and call.last_name in names.BACKEND_RUNS:
        works(run, session=run.mode == "graph")
        return ANY
    if name in names.CLEARS:
        clears(run)
        return NONE
    if name in names.PY_FUNCTIONS or name.endswith("Dataset.from_generator"):
        return python_function(run, call)
    kind = names.kind_of_call(name)
    note(run, kind, call)
    if name in names.MODEL_LOADERS:
        return loaded(run, call)
    return of_kind(run, kind, call) if kind else plain(run, call)


def python_function(run: Interpreter, call: Call) -> Value:
    """An operation that calls back into Python; eager ones are called at once and forgotten."""
    generator = call.name.endswith("generator")
    if run.mode != "eager" or generator:
        run.tell("py_function", call.node, name=call.name, arguments=call.arguments)
    return Value("dataset" if generator else "tensor", call.name, born=run.loops, place=run.place(call.node))


def note(run: Interpreter, kind: str, call: Call) -> None:
    """What a call means for the program as a whole: that TensorFlow begins, that a graph grows."""
    run.story.begun = run.story.begun or begins(run, kind, call)
    run.story.lookups = run.story.lookups or call.name.endswith(LOOKUP_LAYERS) or call.name.startswith("tf.lookup.")
    if run.mode == "graph" and (names.builds_op(call.name) or call.name.startswith("tf.data.")):
        run.tell_op(call.node, call.name, call.everything())
    if run.mode == "graph" and call.name == "tf.get_variable" and not run.scoped:
        run.tell("root variable", call.node, name=call.name, arguments=call.everything())


def of_kind(run: Interpreter, kind: str, call: Call) -> Value:
    """What a call gives whose kind of result is known by its name."""
    if kind in ("tensor", "symbol"):
        works(run, busy=False)
        return tensor(run, kind, call)
    return new_array(run, call) if kind == "array" else container_or_made(run, kind, call)


def plain(run: Interpreter, call: Call) -> Value:
    """A call of which nothing is known but that it may give other data every time, or call somebody back."""
    if call.name in RANDOM_NUMBERS:
        return random_number(run, call.arguments, call.last_name in WHOLE)
    varies = all_varying(call.everything())
    if call.name.startswith("math."):
        return Value("number", "float", varies=varies)
    if call.name in names.PYTHON_DATA or call.name.startswith(PLAIN_DATA):
        random = call.name in names.PYTHON_DATA and not call.name.startswith("json.")
        return Value("python data", varies=varies | (frozenset(run.loops) if random else NOTHING))
    tasks.registered(run, call, call.name)
    trials.tried(run, call, call.name)
    if trials.is_splitter(call.name):
        return trials.splitter(run, call)
    if call.name.startswith(SERVERS):
        run.server = Value("", call.name, born=run.loops)
        return run.server
    return Value("", call.name, varies=varies, born=run.loops)
