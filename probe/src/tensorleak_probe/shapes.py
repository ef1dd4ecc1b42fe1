"""Distinct input shapes of top-level calls and eager operations: what shape-keyed caches below TensorFlow grow with."""

from __future__ import annotations

from tensorleak_probe import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

    from tensorleak_probe.lifecycle import Probe
    from tensorleak_probe.vocabulary import SiteId

    Shape = tuple[Any, ...]
    Key = tuple[Any, ...]  # a kind of work, an operation, or name, file and line of a jit-compiled function

MAX_SHAPES = 5000
MAX_LEAVES = 8
FAMILIAR = 64  # calls without a new shape, after which only every 16th call is looked at
UNNOTED = 15
TRUSTED = frozenset(["tensorflow", "tensorflow_core", "keras", "tf_keras", "numpy", "jaxlib"])
STALE = 16  # new shapes from elsewhere, after which a line is no longer the one they come from


_getters: dict[
    int, tuple[type, str]
] = {}  # id of a framework's type → (the type, which keeps its id; how its shape is read)


def _is_trusted(module: str) -> bool:
    """Whether a module's own properties may be asked for a shape."""
    return module.split(".")[0] in TRUSTED


def _getter(kind: type) -> str:
    """How the shape of objects of this type is read: 'quick', 'shape', or '' for types that are not a framework's."""
    known = _getters.get(id(kind))
    if known is not None:
        return known[1]
    if not _is_trusted(plain.module(kind)):
        return ""
    named = [plain.class_names(base) for base in plain.mro(kind)]
    how = "quick" if any("_shape_tuple" in names for names in named) else "shape"
    _getters[id(kind)] = kind, how
    return how


def collect(values: Iterable[Any], out: list[Shape], depth: int = 0) -> None:
    """Adds the shapes of the arrays and tensors among `values` to `out`, a few levels of nesting deep, without touching data."""
    for value in values:
        kind = type(value)
        if kind is tuple or kind is list:
            if depth < 3 and len(value) <= MAX_LEAVES:
                collect(value, out, depth + 1)
        elif kind is dict:
            if depth < 3 and len(value) <= MAX_LEAVES:
                collect(value.values(), out, depth + 1)
        elif kind is not str:
            how = _getter(kind)
            if how:
                shape = value._shape_tuple() if how == "quick" else getattr(value, "shape", None)
                if type(shape) is tuple:
                    out.append(shape)


class Row:
    """The shapes of one caller, and the line where they enter: of several in turn the first."""

    __slots__ = ("elsewhere", "familiar", "shapes", "site")

    def __init__(self) -> None:
        self.shapes: set[tuple[Shape, ...]] = set()
        self.site = -1
        self.familiar = 0
        self.elsewhere = STALE

    def add(self, signature: tuple[Shape, ...], site: SiteId) -> None:
        """Adds the shapes of a call that were not seen before, and the site of that call."""
        self.shapes.add(signature)
        self.familiar = 0
        self.elsewhere = 0 if site == self.site else self.elsewhere + 1
        if self.elsewhere > STALE:
            self.site, self.elsewhere = site, 0


class Shapes:
    """One bounded set of input shapes per caller: a kind of work, an operation, or a jit-compiled function."""

    def __init__(self, probe: Probe) -> None:
        self._probe = probe
        self._seen: dict[Key, Row] = {}

    def note(self, key: Key, values: Iterable[Any]) -> int:
        """Notes the shapes of one call, with the user's line when they are new; returns how many calls need no note."""
        try:
            found: list[Shape] = []
            collect(values, found)
            signature = tuple(found)
            row = self._seen.get(key)
            if row is None:
                if len(self._seen) >= 500:
                    return UNNOTED
                row = self._seen[key] = Row()
            if signature not in row.shapes and len(row.shapes) < MAX_SHAPES:
                row.add(signature, self._probe.sites.here())
                return 0
            row.familiar += 1
            return UNNOTED if row.familiar > FAMILIAR else 0
        except BaseException as error:
            self._probe.keep("shapes", error)
            return UNNOTED

    def count(self, compiled: bool) -> int:
        """Distinct shapes of jit-compiled functions, or of plain work."""
        return sum(len(row.shapes) for key, row in list(self._seen.items()) if (len(key) == 3) == compiled)

    def rows(self) -> list[list[Any]]:
        """Cumulative table: name, file, line (of a compiled function; the others have none), shapes, site."""
        return [
            [key[0], key[1] if len(key) == 3 else "", key[2] if len(key) == 3 else 0, len(row.shapes), row.site]
            for key, row in list(self._seen.items())
        ]
