"""Which operations pile up in a graph: the ground that the graph rules share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from tensorleak.check import names
from tensorleak.check.events import Event, Story
from tensorleak.check.values import MANY, SOME, Loop

NO_GROWTH = names.MODEL_LOADERS | {
    "tf.get_variable"
}  # TL402; and a name is made once: the second time it is reused, or an error
LARGE = 16 * 1024  # elements: a constant of 64 KB and more weighs more than the operations around it


@dataclass
class Pile:
    """The operations that one function adds in every round of one loop, first ones first."""

    loop: Loop
    events: list[Event]

    @property
    def depth(self) -> int:
        """How many calls lead to them."""
        return len(self.events[0].state.calls)

    @property
    def lines(self) -> list[int]:
        """The lines that add operations."""
        return sorted({getattr(event.place.node, "lineno", 0) for event in self.events})

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
        if loop is not None and event.name not in NO_GROWTH:
            key = (id(loop), id(event.place.module), event.place.function)
            found.setdefault(key, Pile(loop, [])).events.append(event)
    depths = {
        id(pile.loop): min(other.depth for other in found.values() if other.loop is pile.loop)
        for pile in found.values()
    }
    for pile in found.values():
        if pile.depth > depths[id(pile.loop)]:
            continue  # what the shallower function calls: one cause, said once
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
