"""What a call makes: sessions, models, variables, containers, tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tensorleak.check.library.call import Call
from tensorleak.check.library.models import run_callback
from tensorleak.check.library.tasks import start_process, start_thread
from tensorleak.check.values import NONE, TENSORS, Loop, Value, all_shapes, all_varying

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

MADE = frozenset("session model variable dataset iterator tape optimizer metric thread queue".split())
CONTAINERS = frozenset(("list", "dict", "queue"))
BEGINNING = frozenset(("tensor", "variable", "dataset", "optimizer", "metric"))
LISTING = frozenset(("tf.config.list_logical_devices", "tf.config.experimental.list_logical_devices"))
FACTORIES = {"list": "list", "set": "list", "dict": "dict", "collections.deque": "list"}
SHAPE_SECOND = frozenset("reshape random_crop resize resize_images one_hot broadcast_to tile".split())
SHAPED_BY_NUMBERS = frozenset(
    "zeros ones fill reshape range random_crop resize resize_images random_normal random_uniform normal uniform "
    "truncated_normal eye one_hot broadcast_to tile".split()
)
WEIGHTED = frozenset(
    "matmul conv1d conv2d conv3d conv2d_transpose separable_conv2d xw_plus_b dynamic_rnn static_rnn rnn bidirectional_dynamic_rnn "
    "embedding_lookup".split()
)
REDUCING = frozenset("reduce_mean reduce_sum reduce_max reduce_min add_n norm".split())


def made(run: Interpreter, kind: str, call: Call) -> Value:
    """A new thing of a library, with its birth told."""
    value = Value(kind, call.name, born=run.loops, place=run.place(call.node))
    value.arguments = call.everything()
    value.options.update({word: part.const for word, part in call.keywords.items()})
    value.options["once"] = any(guard.once for guard in run.guards)
    if kind == "variable":
        value.options["graph"] = run.graph
        value.options["shape"] = given_shape(call)
    if kind == "session":
        graph = call.given("graph", 1)
        value.options["graph value"] = graph if graph is not None and graph.kind == "graph" else None
    if kind == "model":
        parts = [one for part in value.arguments for one in (part, *(part.items or ()))]
        value.options["layers of"] = [part.options["of"] for part in parts if "of" in part.options]
    if kind in MADE and call.name != "tf.get_default_session":
        run.tell("made", call.node, name=call.name, value=value, arguments=call.arguments, keywords=call.keywords)
    return value


def given_shape(call: Call) -> list[object] | None:
    """The shape that a variable is made with, where all of it is known."""
    given = call.given("shape", 1) if call.last_name == "get_variable" else None
    sizes = [part.const for part in given.items or ()] if given is not None else []
    return sizes if sizes and all(isinstance(size, int) for size in sizes) else None


def begins(run: Interpreter, kind: str, call: Call) -> bool:
    """Whether TensorFlow sets up its devices for this: also for a layer that knows its input, whose weights are made."""
    if run.mode != "eager":
        return False
    if call.name in LISTING or (call.name.startswith("tf.distribute.") and call.name.endswith("Strategy")):
        return True
    functional = kind == "model" and any(value.kind in TENSORS for value in call.everything())
    return functional or kind in BEGINNING or "input_shape" in call.keywords or "input_dim" in call.keywords


def loaded(run: Interpreter, call: Call) -> Value:
    """A model read from disk."""
    value = Value("model", call.name, born=run.loops, place=run.place(call.node))
    value.arguments = call.arguments
    run.story.begun = run.story.begun or run.mode == "eager"
    run.tell("loaded", call.node, name=call.name, value=value, arguments=call.arguments, keywords=call.keywords)
    return value


def tensor(run: Interpreter, kind: str, call: Call) -> Value:
    """The tensor that an operation gives."""
    parts, last = call.everything(), call.last_name
    value = Value(kind, call.name, shapes=tensor_shapes(last, parts), place=run.place(call.node))
    value.options["graph"] = run.graph_of(parts)
    value.options["deep"] = is_deep(call.name, parts)
    value.options["finite"] = last in ("argmax", "argmin")
    value.options["scalar"] = last in REDUCING and len(call.arguments) == 1 and "axis" not in call.keywords
    return value


def is_deep(name: str, parts: list[Value]) -> bool:
    """Whether a network lies below a tensor: something with weights, or what is computed from such a tensor."""
    weighted = ".layers." in name or name.rpartition(".")[2] in WEIGHTED
    return weighted or any(part.options.get("deep") for one in parts for part in (one, *(one.items or ())))


def tensor_shapes(last: str, parts: list[Value]) -> frozenset[Loop]:
    """The loops in which a tensor made of these has another shape."""
    found = all_shapes(parts)
    if last in SHAPED_BY_NUMBERS:
        first = 1 if last in SHAPE_SECOND else 0
        for part in parts if last == "range" else parts[first : first + 1]:
            sizes = part.items or [] if part.kind in ("list", "tuple") else [part]
            found |= all_varying(size for size in sizes if size.kind == "number")
    for part in parts:  # a list of lists
        if part.kind in ("list", "tuple"):
            found |= all_shapes(part.items or ())
    return found


def container_or_made(run: Interpreter, kind: str, call: Call) -> Value:
    """Containers know whether they are bounded; everything else is born."""
    value = made(run, kind, call)
    if kind in CONTAINERS:
        value.name, value.options["maker"] = "", call.name  # it gets the name of the variable that holds it
    if call.name == "collections.deque":
        bound = call.given("maxlen", 1) or NONE
        value.bounded = bound.kind != "none"
    elif call.name == "collections.defaultdict" and call.first.name in FACTORIES:
        value.items = [Value(FACTORIES[call.first.name], born=value.born, place=value.place)]
        value.items[0].options.update(traced=run.traced, shelved=True)
    elif call.name == "collections.defaultdict" and call.first.kind in ("api", "class", "function"):
        value.options["factory"] = call.first
    elif kind == "queue":
        size = call.given("maxsize", 0)
        value.bounded = size is not None and not (isinstance(size.const, int) and size.const <= 0)
    elif kind == "writer":
        run.tell("endless thread", call.node, name=call.last_name, value=value)  # that writes what it is given
    elif kind == "session" and "hooks" in call.keywords:
        for hook in call.keywords["hooks"].items or []:
            run_callback(run, hook, call.node)
    elif kind == "thread":
        start_thread(run, call.keywords.get("target"), call)
    elif kind == "process":
        start_process(run, call)
    return value
