"""What the file itself shows of a value: whether it is a tensor, a session or plain data, its number type, its rank."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

import libcst as cst

from tensorleak.fix.builtins import PLAIN_FUNCTIONS
from tensorleak.fix.nodes import find
from tensorleak.fix.scopes import parameters
from tensorleak.fix.sources import Path, called_name

if TYPE_CHECKING:
    from tensorleak.fix.request import Request

DEPTH = 14
DTYPES = {"float32": "float32", "f4": "float32", "float64": "float64", "int32": "int32", "int64": "int64"}
# Methods of arrays that give an array of the same number type.
SAME_TYPE = frozenset("T clip copy flatten max mean min ravel repeat reshape round squeeze sum transpose".split())
# Methods that give what a tensor holds at that moment.
READING = frozenset(["eval", "numpy", "tolist", "item"])
# Methods of TensorFlow's objects that do something, or give the next of something: no tensors that could be built once.
DOING = frozenset(
    "save restore next_batch add_summary add_graph flush close should_stop request_stop start read write load export predict "
    "fit evaluate train_on_batch".split()
)
PARSING = frozenset(["parse_args", "parse_known_args"])
# Classes of TensorFlow whose objects are, or only build, parts of a graph.
BUILT = ("Variable", "Tensor", "TensorArray", "TensorValue", "Saver", "Optimizer", "IndexedSlices")
# Parts of TensorFlow that give data and objects with a state of their own.
DATA = (
    *(
        "tensorflow.examples.",
        "tensorflow.contrib.learn.",
        "keras.datasets.",
        "tensorflow.gfile.",
        "tensorflow.io.gfile.",
    ),
    *("tensorflow.app.", "tensorflow.flags", "tensorflow.logging"),
)
REDUCTIONS = frozenset(
    ["reduce_mean", "reduce_sum", "reduce_max", "reduce_min", "reduce_prod", "reduce_logsumexp", "reduce_std"]
)


class Kind(Enum):
    """What a value is, as far as it matters for a fix."""

    TENSOR = "tensor"
    SESSION = "session"
    GRAPH = "graph"
    PLAIN = "plain"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Value:
    """A kind, the number type where it is evident (`float` and `int` are Python's own), and whether it is a scalar."""

    kind: Kind
    dtype: str | None = None
    scalar: bool = False


UNKNOWN = Value(Kind.UNKNOWN)
PLAIN = Value(Kind.PLAIN)
TENSOR = Value(Kind.TENSOR)


def join(values: Iterable[Value]) -> Value:
    """What holds of all of them; unknown when there are none."""
    found = list(values)
    if not found:
        return UNKNOWN
    first = found[0]
    for other in found[1:]:
        kind = first.kind if first.kind is other.kind else Kind.UNKNOWN
        first = Value(kind, first.dtype if first.dtype == other.dtype else None, first.scalar and other.scalar)
    return first


class Values:
    """What the expressions of one file are, as far as their sources show."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._names = request.names
        self._sources = request.sources
        self._busy: set[tuple[object, ...]] = set()

    def of(self, node: cst.CSTNode) -> Value:
        """What an expression of the file is."""
        return self._of(node, (), 0)

    def _of(self, node: cst.CSTNode, path: Path, depth: int) -> Value:
        """`path` chooses an element of what the expression gives, `(1,)` the second of a pair."""
        if depth > DEPTH:
            return UNKNOWN
        if path and isinstance(node, cst.Tuple | cst.List):
            elements = node.elements
            return self._of(elements[path[0]].value, path[1:], depth + 1) if path[0] < len(elements) else UNKNOWN
        handler = self._handlers().get(type(node))
        return handler(node, path, depth) if handler else self._other(node, depth)

    def _handlers(self) -> dict[type, Callable[..., Value]]:
        return {
            cst.Name: self._name,
            cst.Attribute: self._attribute,
            cst.Call: self._call,
            cst.BinaryOperation: self._binary,
            cst.Subscript: self._subscript,
            cst.Await: lambda node, path, depth: self._of(node.expression, path, depth + 1),
        }

    def _other(self, node: cst.CSTNode, depth: int) -> Value:
        if isinstance(node, cst.Float):
            return Value(Kind.PLAIN, "float", True)
        if isinstance(node, cst.Integer):
            return Value(Kind.PLAIN, "int", True)
        if isinstance(node, cst.BaseString | cst.Comparison | cst.BooleanOperation | cst.Lambda):
            return PLAIN
        if isinstance(node, cst.UnaryOperation):
            return self._of(node.expression, (), depth + 1)
        if isinstance(node, cst.IfExp):
            return join([self._of(node.body, (), depth + 1), self._of(node.orelse, (), depth + 1)])
        if isinstance(node, cst.Dict):
            return self._elements((one.value for one in node.elements), depth)
        if isinstance(node, cst.Tuple | cst.List | cst.Set):
            return self._elements((one.value for one in node.elements), depth)
        if isinstance(node, cst.ListComp | cst.GeneratorExp | cst.SetComp):
            return self._of(node.elt, (), depth + 1)
        return UNKNOWN

    def _elements(self, nodes: Iterable[cst.CSTNode], depth: int) -> Value:
        values = [self._of(node, (), depth + 1) for node in nodes]
        return join(values) if values else PLAIN

    def _binary(self, node: cst.BinaryOperation, path: Path, depth: int) -> Value:
        sides = [self._of(side, (), depth + 1) for side in (node.left, node.right)]
        kinds = {side.kind for side in sides}
        if Kind.TENSOR in kinds:
            return replace(
                next(side for side in sides if side.kind is Kind.TENSOR), scalar=all(s.scalar for s in sides)
            )
        if kinds != {Kind.PLAIN}:
            return UNKNOWN
        types = {side.dtype for side in sides}
        scalar = all(side.scalar for side in sides)
        if isinstance(node.operator, cst.Divide) and types <= {"int", "float"}:
            return Value(Kind.PLAIN, "float", scalar)
        if "float" in types and types <= {"int", "float", None}:
            # A Python float times something plain: a float, unless the other is an array, whose type is then unknown.
            return Value(Kind.PLAIN, "float" if types <= {"int", "float"} else None, scalar)
        arrays = types - {"int", "float"}
        return Value(
            Kind.PLAIN,
            next(iter(arrays)) if len(arrays) == 1 else next(iter(types)) if len(types) == 1 else None,
            scalar,
        )

    def _subscript(self, node: cst.Subscript, path: Path, depth: int) -> Value:
        index = node.slice[0].slice if len(node.slice) == 1 else None
        if isinstance(index, cst.Index) and isinstance(index.value, cst.Integer):
            return self._of(node.value, (int(index.value.value), *path), depth + 1)
        return replace(self._of(node.value, (), depth + 1), scalar=False)

    def _attribute(self, node: cst.Attribute, path: Path, depth: int) -> Value:
        if self._names.raw(node):
            return PLAIN  # a constant of a module: tf.float32, np.pi
        if isinstance(node.value, cst.Name) and node.value.value in {"self", "cls"}:
            return self._own_attribute(node, path, depth)
        owner = self._of(node.value, (), depth + 1)
        if node.attr.value in {"shape", "dtype", "name"}:
            return PLAIN
        return replace(owner, scalar=False) if owner.kind in {Kind.TENSOR, Kind.PLAIN} else UNKNOWN

    def _own_attribute(self, node: cst.Attribute, path: Path, depth: int) -> Value:
        owner = self._request.enclosing(node, cst.ClassDef)
        if owner is None or not self._enter(("attribute", owner, node.attr.value)):
            return UNKNOWN
        try:
            return join(
                self._of(value, (*place, *path), depth + 1)
                for value, place in self._sources.stores(owner, node.attr.value)
            )
        finally:
            self._busy.discard(("attribute", owner, node.attr.value))

    def _name(self, node: cst.Name, path: Path, depth: int) -> Value:
        if node.value in {"True", "False", "None"}:
            return PLAIN
        function = self._request.function(node)
        while True:
            key = ("name", function, node.value, path)
            if not self._enter(key):
                return UNKNOWN
            try:
                found = self._bound_in(function, node.value, path, depth)
            finally:
                self._busy.discard(key)
            if found is not None or function is None:
                return found or UNKNOWN
            function = self._request.function(function)

    def _enter(self, key: tuple[object, ...]) -> bool:
        if key in self._busy:
            return False
        self._busy.add(key)
        return True

    def _bound_in(self, function: cst.FunctionDef | None, name: str, path: Path, depth: int) -> Value | None:
        """What a name is in one scope; None when that scope does not bind it."""
        found = [self._of(value, (*place, *path), depth + 1) for value, place in self._sources.assigned(function, name)]
        found += [
            self._element(value, (*place, *path), depth + 1) for value, place in self._sources.looped(function, name)
        ]
        if function is not None and name in {param.name.value for param in parameters(function)}:
            found.append(self._parameter(function, name, path, depth))
        return join(found) if found else None

    def _element(self, node: cst.BaseExpression, path: Path, depth: int) -> Value:
        """What a loop over an expression gives in each round."""
        if isinstance(node, cst.Name | cst.Attribute):
            made = self._sources.origins(node)
            if made and depth <= DEPTH:
                return join(self._element(one, path, depth + 1) for one in made)
        name = called_name(node) if isinstance(node, cst.Call) else None
        if (
            isinstance(node, cst.Call)
            and isinstance(node.func, cst.Name)
            and not self._sources.function_named(name or "")
        ):
            if name == "range":
                return Value(Kind.PLAIN, "int", True)
            if name == "zip" and path and path[0] < len(node.args):
                return self._element(node.args[path[0]].value, path[1:], depth + 1)
            if name == "enumerate" and path:
                return (
                    Value(Kind.PLAIN, "int", True)
                    if path[0] == 0
                    else self._element(node.args[0].value, path[1:], depth + 1)
                )
        generator = self._sources.function_named(name) if name else None
        if generator is not None:
            return join(self._of(value, path, depth + 1) for value in _yielded(generator))
        return replace(self._of(node, (), depth + 1), scalar=False)

    def _parameter(self, function: cst.FunctionDef, name: str, path: Path, depth: int) -> Value:
        if self._sources.is_handed_on(function) and function.name.value != "__init__":
            return UNKNOWN
        found = []
        default = next((one.default for one in parameters(function) if one.name.value == name), None)
        for call in self._sources.calls_of(function):
            passed = self._sources.argument(call, function, name)
            if passed is None and default is None:
                return UNKNOWN
            found.append(self._of(passed if passed is not None else default, path, depth + 1))  # type: ignore[arg-type]
        return join(found)

    def _call(self, node: cst.Call, path: Path, depth: int) -> Value:
        name = self._names.called(node)
        if name:
            return self._library_call(node, name)
        if isinstance(node.func, cst.Attribute):
            return self._method_call(node, node.func, path, depth)
        called = called_name(node)
        local = self._sources.function_named(called) if called else None
        if local is not None:
            return join(self._of(value, path, depth + 1) for value in _returned(local))
        if called == "float" or called == "int":
            return Value(Kind.PLAIN, called, True)
        return PLAIN if called in PLAIN_FUNCTIONS else UNKNOWN

    def _library_call(self, node: cst.Call, name: str) -> Value:
        last = name.rpartition(".")[2]
        if name.startswith(DATA):
            return UNKNOWN
        if name.startswith("tensorflow."):
            if last in {"Session", "InteractiveSession"}:
                return Value(Kind.SESSION)
            if last == "Graph":
                return Value(Kind.GRAPH)
            if last[:1].isupper() and not last.endswith(BUILT):
                return UNKNOWN  # a message, an option, a writer: an object with a state of its own
            return Value(Kind.TENSOR, self._explicit_dtype(node), last in REDUCTIONS and self._reduces_all(node))
        if name.startswith("math."):
            return Value(Kind.PLAIN, "float", True)
        return Value(Kind.PLAIN, self._explicit_dtype(node)) if name.startswith("numpy.") else UNKNOWN

    def _method_call(self, node: cst.Call, func: cst.Attribute, path: Path, depth: int) -> Value:
        method = func.attr.value
        owner = self._of(func.value, (), depth + 1)
        if owner.kind is Kind.SESSION or method in READING or method in PARSING:
            return PLAIN
        if method == "astype" and node.args:
            return Value(Kind.PLAIN, self._dtype(node.args[0].value))
        if owner.kind is Kind.PLAIN:
            explicit = self._explicit_dtype(node)
            return Value(Kind.PLAIN, explicit or (owner.dtype if method in SAME_TYPE else None))
        if owner.kind is Kind.TENSOR:
            return UNKNOWN if method in DOING else TENSOR
        local = self._sources.function_named(method)
        if local is not None:
            return join(self._of(value, path, depth + 1) for value in _returned(local))
        return UNKNOWN

    def _explicit_dtype(self, node: cst.Call) -> str | None:
        for arg in node.args:
            found = self._dtype(arg.value)
            if found and (arg.keyword is None or arg.keyword.value == "dtype"):
                return found
        return None

    def _dtype(self, node: cst.CSTNode) -> str | None:
        if isinstance(node, cst.SimpleString):
            return DTYPES.get(str(node.evaluated_value))
        name = self._names.raw(node) or ""
        root, _, last = name.rpartition(".")
        return DTYPES.get(last) if root.split(".")[0] in {"numpy", "tensorflow"} else None

    def _reduces_all(self, node: cst.Call) -> bool:
        """Whether a reduction gives a scalar: no axis, no kept dimensions."""
        return len([arg for arg in node.args if arg.keyword is None]) == 1 and not any(
            arg.keyword is not None and arg.keyword.value in {"axis", "keepdims", "keep_dims", "reduction_indices"}
            for arg in node.args
        )


def _yielded(function: cst.FunctionDef) -> list[cst.BaseExpression]:
    return [one.value for one in find(function, cst.Yield) if isinstance(one.value, cst.BaseExpression)]


def _returned(function: cst.FunctionDef) -> list[cst.BaseExpression]:
    return [one.value for one in find(function, cst.Return) if one.value is not None]
