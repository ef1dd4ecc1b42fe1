"""What a static finding may cost: bytes per round, a rough figure for each kind of thing, times the rounds that its loops may plausibly take.

Below what anybody would look for in a whole run a finding is a hint: it is told to those who ask, and fails no build.
"""

from __future__ import annotations

import ast
from math import prod

from tensorleak.check.events import Event
from tensorleak.check.values import FEW, MANY, SOME, UNKNOWN, Loop, Value

# Bytes that graphs of TensorFlow 1 keep, measured on 1.15.5; of a range the lower end. Four assignments of their own runs left 228 KB and
# eight in one run 249 KB, two `decode_raw` with a cast 112 KB: some 30 KB a fetch and, with its kernel in the executor, 10 KB an operation.
BUILT = 2e3  # an operation that no session runs: the tensor, its definition, and the Python objects
OPERATION = 1e4  # one that a session runs
FETCH = 3e4  # a fetch that a session has not met: a pruned graph and its executor (27 to 52 KB in tiny graphs)
NETWORK_FETCH = 1.15e5  # ... below which a network lies, of which the executor has a copy (115 to 430 KB)
COPIES = 2  # of an array that becomes a constant, beside itself: weights of 130 KB left 300 KB more than the same assignments without
# Bytes that one round leaves behind, by rule. What is measured says so; tensors, results, tapes and datasets are of any size, and theirs
# are assumed.
EACH = {
    **dict.fromkeys(("TL101", "TL105"), OPERATION + FETCH),
    **dict.fromkeys(("TL102", "TL103"), 3e5),
    "TL104": 2.5e5,  # 1,000 rows of ten numbers as constants, twice; 10,000 rows left 2.5 MB
    **dict.fromkeys(
        ("TL201", "TL202", "TL203", "TL204", "TL207", "TL208"), 3e5
    ),  # a small function; half a ResNet50: 12 MB
    **dict.fromkeys(("TL301", "TL302", "TL304", "TL305", "TL404"), 1e4),
    "TL303": 1e5,
    "TL603": 17e3,  # resident memory of a waiting thread, measured with 300 of them
    "TL901": 1e2,
    **dict.fromkeys(("TL403", "TL405"), 3e5),
    **dict.fromkeys(("TL401", "TL402", "TL604"), 2e6),
    **dict.fromkeys(("TL501", "TL502"), 3e4),
}
GRAPH_DATASET = 1e6  # bytes of an iterator in a session: buffers of some batches
# Bytes of a model that stays in a graph of TensorFlow 1 with its weights and optimizer: small convolutional networks left 12.8 and 13 MB,
# a small agent with its session 18.6 MB, a bidirectional LSTM 105 MB.
GRAPH_MODEL = 12e6
TRAINED = 3.7e6  # bytes of two dense layers that are fitted and dropped, on TensorFlow 2.4; on 2.21 5.9 MB
LOADED = 1e5  # bytes that `load_model` with a prediction leaves on 2.21, where it is not kept: 0.06 to 0.3 MB
RECOMPILED = (
    4.3e6  # bytes of the functions of a small model that is compiled and fitted again: 4.3 MB on 2.4, 4.6 MB on 2.21
)
WRAPPER = 84e3  # bytes that a model around existing layers leaves in them, where nothing fits it; with `predict` around a ResNet50: 0.1 MB
ROUNDS = {FEW: 8, SOME: 50, UNKNOWN: 1_000, MANY: 10_000}
REQUESTS = 100_000
TRAININGS, TRIES = (
    40,
    15,
)  # models that are trained in a run: one after the other, and on demand or until one is good enough
MOST = 1_000_000
FIGURE = 1e6  # bytes of a figure with its axes, lines and canvas
LITTLE = 60e6  # bytes in a whole run: three times what anybody would look for (20 MB), since rounds and bytes are rough to such a factor
NUMBER, TEXT, HOLDER, SCALAR, DATA = 32.0, 100.0, 64.0, 1e3, 1e4  # bytes of what a container takes in


def rounds(event: Event, loop: Loop | None) -> float:
    """How often an event may plausibly happen before what it leaves behind goes: by the loops around it that are younger than its holder."""
    older = set(event.state.graph) | set(event.value.born if event.value is not None and event.kind == "kept" else ())
    new_model = (
        event.kind in ("made", "loaded") and event.value is not None and event.value.kind in ("model", "instance")
    )
    younger = [one for one in event.state.loops if one not in older]
    total = prod(map(of_loop, younger))
    if new_model:
        total = min(total, *(trainings(one) for one in younger if one.trains), MOST)
    if loop is not None and loop in older:
        total = max(total, of_loop(loop))
    return min(MOST, total * event.state.share, keys(event) * event.state.share)


def keys(event: Event) -> float:
    """How many entries a table can get, by the highest number among its keys, or a cache, by its arguments."""
    asked = (event.key, *event.arguments) if event.kind in ("kept", "memo") else ()
    varying = [value for value in asked if value is not None and (value.varies or not value.kind)]
    bounds = [value.options.get("most") for value in varying]
    whole = [float(bound) for bound in bounds if isinstance(bound, int)]
    return prod(whole) if varying and len(whole) == len(varying) else MOST


def of_loop(loop: Loop) -> float:
    """The rounds of one loop, as far as they are known; requests never end."""
    if loop.count is not None:
        return float(loop.count)
    if loop.likely is not None:
        return loop.likely
    return REQUESTS if loop.kind == "handler" else ROUNDS[loop.size]


def trainings(loop: Loop) -> float:
    """The rounds, at most, of a loop that trains a model of its own in each: they take minutes."""
    return TRIES if loop.kind == "handler" or isinstance(loop.node, ast.While) else TRAININGS


def is_little(rule: str, each: float | None, times: float) -> bool:
    """Whether a finding costs so little in a plausible run that it is a hint; `each` is what is known of one round beyond the rule's own figure."""
    if rule not in EACH:
        return False
    return (EACH[rule] if each is None else each) * times < LITTLE


def weight(value: Value | None, depth: int = 3) -> float:
    """Bytes of what a container takes in, roughly: numbers are small, arrays and tensors are assumed to be of a middling size."""
    if value is None or value.kind == "number":
        return NUMBER
    if value.kind in ("array", "tensor"):
        if isinstance(known := value.options.get("bytes"), float):
            return HOLDER + known
        shape = value.options.get("shape")
        if isinstance(shape, list) and all(isinstance(size, int) for size in shape):
            return HOLDER + 8.0 * prod(shape)
        return SCALAR if value.options.get("scalar") else DATA
    parts = [*(value.items or ()), *(value.attrs or {}).values()] if depth else []
    if parts:
        return HOLDER + sum(weight(part, depth - 1) for part in parts)
    return HOLDER if value.kind in ("list", "tuple", "dict", "none") else TEXT


def of_dataset(event: Event) -> float | None:
    """Bytes of a dataset of each round: the iterators of a graph stay open with their buffers."""
    return GRAPH_DATASET if event.state.mode == "graph" else None


def of_model(event: Event, loop: Loop) -> float | None:
    """Bytes that a model of each round leaves behind: in a graph all of it stays, else the functions that its use made."""
    value = event.value
    if value is not None and is_empty(event, value):
        return 0.0
    if event.state.mode == "graph":
        return GRAPH_MODEL
    if event.kind == "loaded" and event.name.endswith("load_model"):
        return LOADED
    if event.kind != "made" or value is None:
        return None
    if is_wrapper(event) and not (value.uses and "fit" in value.used):
        return WRAPPER
    return TRAINED if loop.trains and loop in value.uses else None


def is_empty(event: Event, model: Value) -> bool:
    """`Sequential()` to which nothing is added: a place for a model that comes later."""
    named = event.kind == "made" and event.name.endswith(".Sequential")
    return named and not (event.arguments or event.keywords or model.used or model.uses)


def is_wrapper(event: Event) -> bool:
    """`Model(inputs, outputs)`: a model of layers that are there, some of them from before."""
    return event.name.endswith(".Model") and (
        len(event.arguments) > 1 or {"inputs", "outputs"} <= event.keywords.keys()
    )
