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

MAX_KEEPERS = 8
MAX_ALTERNATIVES = 2  # classes, beside the first, of which an object may be
FEW, SOME, UNKNOWN, MANY = range(4)  # how often a loop may go round


class Loop:
    """Something that repeats: a loop, a comprehension, a request handler, a callback, a pool's task."""

    __slots__ = (
        "busy",
        "cleared",
        "closed",
        "count",
        "fetches",
        "folds",
        "gradients",
        "itself",
        "kind",
        "likely",
        "module",
        "node",
        "paced",
        "ran",
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
        self.likely: float | None = None  # how often in a plausible run, where the program gives a sign of it
        self.text = text
        self.runs = False  # a session runs in each round
        self.fetches = False  # ... and was there before the loop, so that it keeps what it learns of new operations
        self.folds = False  # its rounds are the folds of a cross-validation
        self.trains = False
        self.works = False  # TensorFlow computes something in each round ...
        self.busy = (
            False  # ... and the program uses it: it trains, predicts, or reads a value; it does not merely build
        )
        self.itself = False  # its own thread computes in each round, not only those that it starts
        self.cleared = False  # the default graph or Keras's state is thrown away in each round
        self.closed = False  # figures are closed in each round
        self.gradients = False
        self.paced = False  # it waits for somebody: a semaphore, a free place
        self.ran: dict[int, dict[int, ast.AST]] = {}  # by the address of a module: its functions that run in a round


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
        "version",
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
        self.version = 0  # of an object: how often an attribute came to mean another kind of thing, or a younger one

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
DATA = frozenset(("tensor", "array"))
CALLABLE = frozenset(("function", "memo", "partial", "bound"))  # a traced one is a matter of its own
HOLDING = frozenset(("list", "dict", "queue", "instance"))
AGED = HOLDING | {"frame", "exception"}  # what may be older than a loop, and then refers to what is older, too
WITH_ATTRIBUTES = frozenset(("instance", "frame", "exception"))
OUTPUT = "tensorflow"  # the name of arrays that TensorFlow gave out


def inside(value: Value, depth: int = 3) -> list[Value]:
    """The value and what it contains, a few levels deep."""
    found = [value]
    if depth:
        for part in parts_of(value):
            found += inside(part, depth - 1)
    return found


def new_inside(value: Value, loop: Loop, depth: int = 4) -> list[Value]:
    """The value and what it contains, as far as it is new in every round of a loop: what was there before is kept anyway."""
    if value.kind in AGED and loop not in value.born:
        return []
    found = [value]
    for part in parts_of(value) if depth else ():
        if value.kind != "frame" or loop in part.born:  # a name of a function may stand for something older
            found += new_inside(part, loop, depth - 1)
    return found


def parts_of(value: Value) -> list[Value]:
    """What a value refers to: its elements, attributes, what a function has bound or encloses, the names of a frame."""
    parts = list(value.items or ())
    if value.kind in WITH_ATTRIBUTES and value.attrs:
        parts += value.attrs.values()
    suspended = value.options.get("suspended")
    if isinstance(suspended, Value):
        parts.append(suspended)
    if value.kind in CALLABLE:
        parts += [*value.arguments, *enclosed_by(value)]
    return parts


def enclosed_by(value: Value) -> list[Value]:
    """What the names stand for that a function within a function takes from the one around it."""
    frame, node = value.frame, getattr(value.target, "node", None)
    if frame is None or frame.parent is None or node is None:
        return []
    used = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    return [part for name, part in frame.env.items() if name in used]


def lasting(holder: Value, part: Value) -> Value:
    """Something as it is found in its holder: it lives as long as that, whenever it was made."""
    if part.kind not in HOLDING or set(part.born) <= set(holder.born):
        return part
    known = part.options.get("lasting")
    if isinstance(known, Value) and known.born == holder.born:
        return known
    if part.items is None and part.kind != "instance":
        part.items = []  # shared from now on
    found = Value(part.kind, part.name or holder.name, part.target, items=part.items, born=holder.born)
    found.place, found.attrs, found.options = holder.place, part.attrs, part.options
    found.bounded = part.bounded or holder.bounded
    part.options["lasting"] = found
    return found


def by_key(found: Value, key: Value) -> Value:
    """An object that a table gives for a key: for another key it is another one."""
    if found.kind != "instance" or not key.varies:
        return found
    known = found.options.get("by key")
    if isinstance(known, Value) and known.varies == key.varies:
        return known
    copy = Value(found.kind, found.name, found.target, items=found.items, born=found.born, varies=key.varies)
    copy.place, copy.attrs, copy.options = found.place, found.attrs, found.options
    found.options["by key"] = copy
    return copy


def around(value: Value, wrapped: list[Value]) -> Value:
    """A value that refers to others as long as it lives: what was chained, a further layer."""
    value.options["around"] = tuple(wrapped)
    return value


def wrapped_by(value: Value) -> tuple[Value, ...]:
    """What a value was wrapped around."""
    wrapped = value.options.get("around")
    return wrapped if isinstance(wrapped, tuple) else ()


def closed_in(value: Value) -> frozenset[Loop]:
    """The loops in whose rounds something is closed, as far as the walk has come."""
    found = value.options.get("closed")
    return found if isinstance(found, frozenset) else NOTHING


def is_around(value: Value, other: Value) -> bool:
    """Whether a value wraps another one."""
    return any(part is other for part in wrapped_by(value))


def names_of(value: Value) -> list[str]:
    """What the places of a named tuple are called, as far as they are filled."""
    names = value.options.get("names")
    return names[: len(value.items or ())] if isinstance(names, list) else []


def is_model(value: Value) -> bool:
    """Whether something is a model of the program's own."""
    return value.kind == "model" or (value.kind == "instance" and value.name.startswith(("keras.Model", "tf.Module")))


def content_of(value: Value) -> Value | None:
    """The container that an object is, where its class derives from one."""
    found = value.options.get("content")
    return found if isinstance(found, Value) else None


def joined(left: Value, right: Value) -> Value:
    """What is known when either may be meant."""
    if left is right or right.kind in ("", "none"):
        return left
    if left.kind in ("", "none"):
        return right
    if left.kind == right.kind:
        if "answer" in left.options:
            return Value(left.kind)  # which of two answers, depends
        if left.kind == "instance" and left.target is not right.target:
            return either(left, right)
        more = (wrapped_by(right) and not wrapped_by(left)) or known_parts(right) > known_parts(left)
        return right if more else left  # the one that refers to more
    if left.kind in TENSORS and right.kind in TENSORS:
        return left
    if right.kind == "python data" and left.kind in ("list", "dict"):
        return left  # started anew, or read from a file
    if left.kind == "python data" and right.kind in ("list", "dict"):
        return right
    return ANY


def either(left: Value, right: Value) -> Value:
    """An object of one class or of another: `agent = Careful() if careful else Bold()`."""
    others = alternatives(left)
    if len(others) >= MAX_ALTERNATIVES or any(one.target is right.target for one in others):
        return left
    known = cast("dict[int, Value]", left.options.setdefault("either", {}))
    if id(right) not in known:
        copy = Value(left.kind, left.name, left.target, items=left.items, born=left.born, varies=left.varies)
        copy.place, copy.attrs, copy.used = left.place, left.attrs, left.used
        copy.options = {**left.options, "alternatives": (*others, right)}
        known[id(right)] = copy
    return known[id(right)]


def alternatives(value: Value) -> tuple[Value, ...]:
    """The objects of other classes that a name may mean as well."""
    found = value.options.get("alternatives")
    return found if isinstance(found, tuple) else ()


def known_parts(value: Value) -> int:
    """How many attributes of an object are something: of two of one class, the fuller one tells more."""
    if value.kind != "instance":
        return 0
    return sum(1 for part in (value.attrs or {}).values() if part.kind not in ("", "none"))


def any_of(values: Sequence[Value], nothing: Value = ANY) -> Value:
    """What is known when any of these may be meant."""
    return reduce(joined, values) if values else nothing


def likely(value: Value) -> float | None:
    """The number that a value plausibly is: a constant, or what a command line has by default; None where nothing tells."""
    found = value.const if value.const is not None else value.options.get("likely")
    return float(found) if isinstance(found, int | float) and not isinstance(found, bool) else None


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
    for inner in cast("list[Value]", element.options.get("layers of", [])):  # a model around another one's layers
        inner.kept = True
        for further in cast("list[Value]", inner.options.get("layers of", [])):
            further.kept = True
    note_keeper(element, container)
    if element.kind in HOLDING:
        element.options.update(holder=container.name, shelved=container.kind == "dict")
    container.options.pop("length", None)
    if len(container.items) < 8 and element not in container.items:
        container.items.append(element)


def note_keeper(element: Value, container: Value) -> None:
    """Remembers the container of a model, or of an object that has one."""
    for part in (element, *(element.attrs or {}).values()) if element.kind in ("model", "instance") else ():
        if part.kind in ("model", "instance"):
            keepers = cast("list[Value]", part.options.setdefault("keepers", []))
            if len(keepers) < MAX_KEEPERS and container not in keepers:
                keepers.append(container)


def keepers_of(value: Value) -> list[Value]:
    """The containers that hold a model, or an object that has it, as far as the walk has come."""
    return cast("list[Value]", value.options.get("keepers", []))


def within(loop: Loop, call: Place) -> bool:
    """Whether a call stands in the loop's own text."""
    if call.module is not loop.module:
        return False
    first, last = getattr(loop.node, "lineno", 0), getattr(loop.node, "end_lineno", None) or 0
    return first <= getattr(call.node, "lineno", 0) <= last
