"""Sessions and graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tensorleak.check.library.call import ApiFunction, ApiMethod, Call
from tensorleak.check.library.effects import works
from tensorleak.check.values import ANY, OUTPUT, TENSORS, Value, closed_in

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter


def session_method(run: Interpreter, receiver: Value, call: Call) -> Value:
    """A session runs, or is entered."""
    if call.name in ("run", "partial_run"):
        works(run, session=True, by=receiver)
        return fetched(call.arguments[0] if call.arguments else call.keywords.get("fetches", ANY))
    if call.name == "close":
        receiver.options["closed"] = closed_in(receiver) | frozenset(run.loops)
    return receiver if call.name in ("as_default", "__enter__") else ANY


def entered(run: Interpreter, value: Value) -> Value:
    """`stack.enter_context(graph.as_default())`: the graph is the default one from here on."""
    if value.kind == "graph scope":
        run.mode, run.graph = "graph", value.born
    return value


def fetched(value: Value) -> Value:
    """What a session gives for what it is asked."""
    if value.kind in ("list", "tuple") and value.items:
        return Value("tuple", items=[fetched(part) for part in value.items])
    if value.kind == "dict" and isinstance(fields := value.options.get("fields"), dict):
        named = {name: fetched(part) for name, part in fields.items()}
        results = Value("dict", items=list(named.values()))
        results.options["fields"] = named
        return results
    if value.kind not in TENSORS:
        return ANY
    if value.options.get("scalar"):
        return Value("number")
    result = Value("array", OUTPUT)
    if isinstance(value.options.get("shape"), list):
        result.options["shape"] = value.options["shape"]
    return result


def _graph(run: Interpreter, call: Call) -> Value:
    return Value("graph", call.name, born=run.loops, place=run.place(call.node))


OWN = frozenset(("graph", "graph scope"))  # what stands for a graph that the program made


def _graph_method(run: Interpreter, receiver: Value, call: Call) -> Value:
    if call.name == "as_default":
        return Value("graph scope", born=receiver.born if receiver.kind in OWN else run.graph)
    if call.name in ("get_collection", "get_collection_ref"):
        variable = Value("variable", call.name)
        variable.options["graph"] = receiver.born if receiver.kind in OWN else run.graph
        return collected(variable)
    return ANY if call.name != "get_tensor_by_name" else Value("tensor")


def _variables(run: Interpreter, call: Call) -> Value:
    """The variables, or other things, that a graph has collected: as many as its structure has."""
    return collected(Value("variable", call.name))


def collected(variable: Value) -> Value:
    """A list of what a graph has collected."""
    found = Value("list", variable.name, items=[variable])
    found.options.update(literal=True, structure=True)
    return found


COLLECTED = tuple(
    f"tf.{name}"
    for name in "trainable_variables global_variables local_variables model_variables all_variables moving_average_variables "
    "get_collection get_collection_ref contrib.framework.get_variables contrib.framework.get_trainable_variables "
    "contrib.framework.get_model_variables contrib.framework.get_variables_by_suffix contrib.slim.get_variables "
    "contrib.slim.get_trainable_variables contrib.slim.get_model_variables".split()
)
FUNCTIONS: dict[str, ApiFunction] = {"tf.Graph": _graph, **dict.fromkeys(COLLECTED, _variables)}


def _scope_method(run: Interpreter, receiver: Value, call: Call) -> Value:
    """`scope.__enter__()`, by hand; `with graph.as_default() as graph:` gives the graph itself."""
    return entered(run, receiver) if call.name == "__enter__" else _graph_method(run, receiver, call)


METHODS: dict[str, ApiMethod] = {
    "session": session_method,
    "graph scope": _scope_method,
    "graph": _graph_method,
    "default graph": _graph_method,
}
