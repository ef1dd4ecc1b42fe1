"""What the check knows of a value: its kind, where it was made, in which loops it changes, what it contains."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from tensorleak.check.module import Class, Function, Module
    from tensorleak.check.walk.frame import Frame

FEW, SOME, UNKNOWN, MANY = range(4)  # how often a loop may go round


class Loop:
    """Something that repeats: a loop, a comprehension, a request handler, a callback, a pool's task."""

    __slots__ = (
        "busy",
        "called",
        "cleared",
        "count",
        "gradients",
        "kind",
        "module",
        "node",
        "paced",
        "runs",
        "size",
        "text",
        "trains",
        "works",
    )

    def __init__(self, kind: str, node: ast.AST, module: Module, size: int, text: str) -> None:
        self.kind = kind
        self.node = node
        self.module = module
        self.size = size
        self.count: int | None = None  # how often exactly, where a constant says so
        self.text = text
        self.runs = False  # a session runs in each round
        self.trains = False
        self.works = False  # TensorFlow computes something in each round ...
        self.busy = (
            False  # ... and the program uses it: it trains, predicts, or reads a value; it does not merely build
        )
        self.cleared = False  # the default graph or Keras's state is thrown away in each round
        self.gradients = False
        self.paced = False  # it waits for somebody: a semaphore, a free place
        self.called: list[tuple[ast.AST, Module, str]] = []


@dataclass(frozen=True)
class Place:
    """Where something happens: a node, its module, the function around it."""

    node: ast.AST
    module: Module
    function: str


NOTHING: frozenset[Loop] = frozenset()


class Value:
    """An abstract value. Values are shared, so that what is learnt later of a container is known of all its names."""

    __slots__ = (
        "arguments",
        "attrs",
        "born",
        "bounded",
        "const",
        "enclosed",
        "grows",
        "items",
        "kept",
        "kind",
        "name",
        "options",
        "place",
        "shapes",
        "target",
        "used",
        "uses",
        "varies",
    )

    def __init__(
        self,
        kind: str = "",
        name: str = "",
        target: Function | Class | Module | None = None,
        *,
        const: object = None,
        items: list[Value] | None = None,
        varies: frozenset[Loop] = NOTHING,
        shapes: frozenset[Loop] = NOTHING,
        born: tuple[Loop, ...] = (),
        place: Place | None = None,
    ) -> None:
        self.kind = kind
        self.name = name
        self.target = target
        self.const = const
        self.items = items
        self.varies = varies  # loops in which a Python value differs from round to round
        self.shapes = shapes  # loops in which its shape or length does
        self.born = born
        self.place = place
        self.attrs: dict[str, Value] | None = None
        self.bounded = False
        self.enclosed = False  # a function that outlives the one around it holds it
        self.kept = False  # a container holds it
        self.grows: frozenset[Loop] = NOTHING
        self.options: dict[str, object] = {}
        self.arguments: list[Value] = []
        self.used: set[str] = set()  # methods that were called on it
        self.uses: frozenset[Loop] = NOTHING  # the loops in which it was trained or asked

    @property
    def frame(self) -> Frame | None:
        """Of a function within a function: the running one around it."""
        return cast("Frame | None", self.options.get("frame"))

    def __repr__(self) -> str:
        return f"<{self.kind or 'unknown'} {self.name}>"


ANY = Value()
NUMBER = Value("number")
TEXT = Value("text")
NONE = Value("none")
TENSORS = frozenset(("tensor", "variable", "symbol"))
ARRAYS = frozenset(("array",))
OUTPUT = "tensorflow"  # the name of arrays that TensorFlow gave out


def inside(value: Value, depth: int = 3) -> list[Value]:
    """The value and what it contains, a few levels deep."""
    found = [value]
    if depth:
        for part in value.items or ():
            found += inside(part, depth - 1)
        if value.kind == "instance" and value.attrs:
            for part in list(value.attrs.values()):
                found += inside(part, depth - 1)
    return found


def joined(left: Value, right: Value) -> Value:
    """What is known when either may be meant."""
    if left is right or right.kind in ("", "none"):
        return left
    if left.kind in ("", "none"):
        return right
    if left.kind == right.kind:
        return Value(left.kind) if "answer" in left.options else left  # which of two answers, depends
    if left.kind in TENSORS and right.kind in TENSORS:
        return left
    return ANY


def any_of(values: Sequence[Value], nothing: Value = ANY) -> Value:
    """What is known when any of these may be meant."""
    return reduce(joined, values) if values else nothing


def all_varying(values: Iterable[Value]) -> frozenset[Loop]:
    """The loops in which any of these changes."""
    found: frozenset[Loop] = NOTHING
    for value in values:
        found |= value.varies
    return found


def all_shapes(values: Iterable[Value]) -> frozenset[Loop]:
    """The loops in which any of these has another shape, or is a number that a shape is made of."""
    found: frozenset[Loop] = NOTHING
    for value in values:
        found |= value.shapes
    return found


def hold(container: Value, element: Value) -> None:
    """Remembers that a container holds this, too."""
    if container.items is None:
        container.items = []
    element.kept = True
    if len(container.items) < 8 and element not in container.items:
        container.items.append(element)
