"""Which operations pile up in a graph: the ground that the graph rules share."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from tensorleak.check import names
from tensorleak.check.cost import BUILT, COPIES, FETCH, NETWORK_FETCH, OPERATION, weight
from tensorleak.check.events import Event, Story, is_structure
from tensorleak.check.values import MANY, SOME, Loop, Place, Value, within

# TL402; and a name is made once: the second time it is reused, or an error. What gets something that is there adds nothing either.
NO_GROWTH = names.MODEL_LOADERS | {
    "tf.get_variable",
    "tf.train.get_global_step",
    "tf.contrib.framework.get_global_step",
}
GETTING = "get_or_create_"
# Operations that one call adds, on a model of a few layers: as many as make what was measured on TensorFlow 1.15.5.
MANY_IN_ONE = {
    "layer": 10,
    **dict.fromkeys(("import_graph_def", "TensorBoard"), 50),
    **dict.fromkeys("minimize apply_gradients compute_gradients gradients".split(), 100),  # through VGG16: 1.8 MB
    "Saver": 150,  # 1.5 MB with 30 variables, 3.5 MB with 130
    **dict.fromkeys(("dynamic_rnn", "static_rnn", "bidirectional_dynamic_rnn", "raw_rnn"), 250),  # 2.5 MB
}
OF_TRAINING = frozenset(("keras.callbacks.TensorBoard",))  # what adds operations when a model is trained with it
REUSING = re.compile(r"reuse_variables|AUTO_REUSE")
LARGE = 8 * 1024  # elements: a constant of 32 KB and more weighs more than the operations around it


@dataclass
class Pile:
    """The operations that one function adds in every round of one loop, first ones first."""

    loop: Loop
    events: list[Event]
    fetched: bool = True  # a session that outlives the rounds runs them

    @property
    def depth(self) -> int:
        """How many calls lead to them."""
        return len(self.events[0].state.calls)

    @property
    def entry(self) -> Place | None:
        """The call in the loop's own text that leads to them; None where they stand there themselves."""
        return next((call for call in self.events[0].state.calls if within(self.loop, call)), None)

    def hides(self, other: Pile) -> bool:
        """Whether the others are added, deeper down, by the same statement of the same loop: one cause, said once."""
        if other.loop is not self.loop or other.depth <= self.depth or other.entry is None:
            return False
        line = getattr(other.entry.node, "lineno", 0)
        return line in self.lines if self.entry is None else line == getattr(self.entry.node, "lineno", 0)

    @property
    def lines(self) -> list[int]:
        """The lines that add operations."""
        return sorted({getattr(event.place.node, "lineno", 0) for event in self.events})

    @property
    def nbytes(self) -> float:
        """Bytes that one round adds: gradients, optimizers and savers are made of many operations, arrays become constants."""
        nodes = {id(event.place.node): event for event in self.events}
        operations = sum(MANY_IN_ONE.get(event.name.rpartition(".")[2], 1) for event in nodes.values())
        arrays = {id(part): part for event in nodes.values() for part in event.arguments if part.kind == "array"}
        constants = COPIES * sum(map(weight, arrays.values()))
        return (self.fetch + OPERATION * operations if self.fetched else BUILT * operations) + constants

    @property
    def fetch(self) -> float:
        """Bytes of the executor of a new fetch: it has all operations that lie below, a whole network where there is one."""
        given = [value for event in self.events for value in event.arguments]
        deep = any(part.options.get("deep") for value in given for part in (value, *(value.items or ())))
        return NETWORK_FETCH if deep else FETCH

    def first(self, *wanted: str) -> Event | None:
        """The first operation of these names."""
        return next((event for event in self.events if event.name.startswith(wanted)), None)

    @property
    def constant(self) -> Event | None:
        """The first operation that takes in a large array as a constant."""
        return next((event for event in self.events if any(size(value) >= LARGE for value in event.arguments)), None)


def size(value: Value) -> int:
    """The number of elements of an array; one of which nothing is known is as large as most that somebody computes."""
    if value.kind != "array":
        return 0
    shape, length = value.options.get("shape"), value.options.get("size")
    if isinstance(shape, list):
        return prod(shape)
    return length if isinstance(length, int) else LARGE


def piles(story: Story) -> Iterator[Pile]:
    """Groups what grows by loop and function."""
    found: dict[tuple[int, int, str], Pile] = {}
    failing = loops_that_fail(story)
    for event in story.of("op"):
        loop = growing(event)
        if loop is None or loop in failing or is_structure(event, loop, story):
            continue
        if adds(event.name):
            key = (id(loop), id(event.place.module), event.place.function)
            found.setdefault(key, Pile(loop, [])).events.append(event)
    for pile in found.values():
        if any(other.hides(pile) for other in found.values()):
            continue
        pile.fetched = pile.loop.fetches and any(id(event.place.node) not in story.unused for event in pile.events)
        pile.events.sort(key=lambda event: (event.place.node.lineno, event.place.node.col_offset))  # type: ignore[attr-defined]
        yield pile


def adds(name: str) -> bool:
    """Whether a call of this name adds operations whenever it is called, not only the first time."""
    return name not in NO_GROWTH and not name.rpartition(".")[2].startswith(GETTING)


def loops_that_fail(story: Story) -> set[Loop]:
    """The loops whose second round makes a variable of a name that the first one took, which is an error: nothing piles up."""
    return {
        loop
        for event in story.of("root variable")
        if is_taken(event)
        for loop in event.state.loops
        if event.unguarded(loop) and loop not in event.state.graph
    }


def is_taken(event: Event) -> bool:
    """`tf.get_variable("w", …)` by a name that is written out, in a file that says nothing of reuse."""
    if event.state.traced or event.state.skipped or any(loop.cleared for loop in event.state.loops):
        return False
    named = any(isinstance(value.const, str) for value in event.arguments)
    return named and not REUSING.search(event.place.module.source.text)


def growing(event: Event) -> Loop | None:
    """The loop in whose every round an operation is added to a graph that was there before it.

    In a graph of its own round, what goes round a few times is its structure; what is added once per key, and the keys
    are those of a list, ends with the list.
    """
    if event.state.mode != "graph" or event.state.traced:
        return None
    for loop in reversed(event.state.loops):
        if loop in event.state.graph or loop.cleared:
            return None
        enough = MANY if event.state.graph or event.once_per_key(loop) else SOME
        runs = loop.runs or (loop.trains and event.name in OF_TRAINING)
        if loop.size >= enough and runs and event.unguarded(loop):
            return loop
    return None
