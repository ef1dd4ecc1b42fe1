"""What a static finding may cost: bytes per round, a rough figure for each kind of thing, times the rounds that its loops may plausibly take.

Below what anybody would look for in a whole run a finding is a hint: it is told to those who ask, and fails no build.
"""

from __future__ import annotations

import ast
from math import prod

from tensorleak.check.events import Event
from tensorleak.check.values import FEW, MANY, SOME, UNKNOWN, Loop, Value

OPERATION = 2e3  # bytes of one operation in a graph, with its tensor and Python objects
FETCH = 2e4  # bytes that a session keeps for a fetch that it has not met: a pruned graph and its executor
# Bytes that one round leaves behind, by rule. Operations, traces, sessions and loads of small models are of the order that was seen in
# runs; tensors, results, tapes and datasets are of any size, and theirs are assumed.
EACH = {
    **dict.fromkeys(("TL101", "TL105"), OPERATION + FETCH),
    **dict.fromkeys(("TL102", "TL103"), 3e5),
    "TL104": 64e3 + FETCH,
    **dict.fromkeys(("TL201", "TL202", "TL203", "TL204", "TL207", "TL208"), 3e5),
    **dict.fromkeys(("TL301", "TL302", "TL304", "TL305", "TL404"), 1e4),
    "TL303": 1e5,
    "TL901": 1e2,
    **dict.fromkeys(("TL403", "TL405"), 3e5),
    **dict.fromkeys(("TL401", "TL402", "TL604"), 2e6),
    **dict.fromkeys(("TL501", "TL502"), 3e4),
}
GRAPH_DATASET = 1e6  # bytes of an iterator in a session: buffers of some batches
GRAPH_MODEL = 5e6  # bytes of a model that stays in a graph with its weights
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
    return min(MOST, total) * event.state.share


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


def of_model(event: Event) -> float | None:
    """Bytes that a model of each round leaves behind: in a graph all of it stays."""
    return GRAPH_MODEL if event.state.mode == "graph" else None
