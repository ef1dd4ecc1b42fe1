"""Which operations pile up in a graph: the ground that the graph rules share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from tensorleak.check import names
from tensorleak.check.cost import FETCH, OPERATION, weight
from tensorleak.check.events import Event, Story, is_structure
from tensorleak.check.values import MANY, SOME, Loop, Place, within

NO_GROWTH = names.MODEL_LOADERS | {
    "tf.get_variable"
}  # TL402; and a name is made once: the second time it is reused, or an error
# Operations that one call adds, on a model of a few layers.
MANY_IN_ONE = dict.fromkeys(
    "minimize apply_gradients compute_gradients gradients Saver layer import_graph_def".split(), 50
)
LARGE = 16 * 1024  # elements: a constant of 64 KB and more weighs more than the operations around it


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
        return FETCH * self.fetched + OPERATION * operations + sum(map(weight, arrays.values()))

    def first(self, *wanted: str) -> Event | None:
        """The first operation of these names."""
        return next((event for event in self.events if event.name.startswith(wanted)), None)

    @property
    def constant(self) -> Event | None:
        """The first operation that takes in a large array as a constant."""
        return next((event for event in self.events if any(size(value) >= LARGE for value in event.arguments)), None)


def size(value: object) -> int:
    """The number of elements of an array whose shape is known."""
    shape = getattr(value, "options", {}).get("shape")
    return prod(shape) if isinstance(shape, list) and getattr(value, "kind", "") == "array" else 0


def piles(story: Story) -> Iterator[Pile]:
    """Groups what grows by loop and function."""
    found: dict[tuple[int, int, str], Pile] = {}
    for event in story.of("op"):
        loop = growing(event)
        if loop is not None and event.name not in NO_GROWTH and not is_structure(event, loop, story):
            key = (id(loop), id(event.place.module), event.place.function)
            found.setdefault(key, Pile(loop, [])).events.append(event)
    for pile in found.values():
        if any(other.hides(pile) for other in found.values()):
            continue
        pile.fetched = pile.loop.fetches and any(id(event.place.node) not in story.unused for event in pile.events)
        pile.events.sort(key=lambda event: (event.place.node.lineno, event.place.node.col_offset))  # type: ignore[attr-defined]
        yield pile


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
        if loop.size >= enough and loop.runs and event.unguarded(loop):
            return loop
    return None
