"""What the file itself shows of a value: whether it is a tensor, a session or plain data, its number type, its rank."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING

import libcst as cst

from tensorleak.fix.scopes import parameters, target_names

if TYPE_CHECKING:
    from tensorleak.fix.request import Request

DEPTH = 14
DTYPES = {"float32": "float32", "f4": "float32", "float64": "float64", "int32": "int32", "int64": "int64"}
# Methods of arrays that give an array of the same number type.
SAME_TYPE = frozenset(
    [
        "reshape",
        "ravel",
        "flatten",
        "copy",
        "transpose",
        "squeeze",
        "clip",
        "mean",
        "sum",
        "max",
        "min",
        "T",
        "round",
        "repeat",
    ]
)
PLAIN_BUILTINS = frozenset(
    [
        "int",
        "float",
        "str",
        "bool",
        "len",
        "list",
        "tuple",
        "dict",
        "set",
        "sorted",
        "range",
        "zip",
        "enumerate",
        "min",
        "max",
        "sum",
        "abs",
        "round",
    ]
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
Path = tuple[int, ...]


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
    """Follows assignments, parameters to their call sites and loops to their generators, within one file."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._names = request.names
        self._calls = [node for node in request.nodes if isinstance(node, cst.Call)]
        self._functions = [node for node in request.nodes if isinstance(node, cst.FunctionDef)]
        self._classes = [node for node in request.nodes if isinstance(node, cst.ClassDef)]
        self._busy: set[tuple[object, ...]] = set()

    def of(self, node: cst.CSTNode) -> Value:
        """What an expression of the file is."""
        return self._of(node, (), 0)

    def origins(self, node: cst.CSTNode) -> list[cst.BaseExpression]:
        """The expressions that make what a name holds, behind all names in between; empty if one is unknown."""
        found: dict[cst.BaseExpression, None] = {}
        seen: set[object] = set()
        pending: list[cst.BaseExpression] = [node] if isinstance(node, cst.BaseExpression) else []
        while pending:
            one = pending.pop()
            if one in seen:
                continue
            seen.add(one)
            sources = self._sources(one) if isinstance(one, cst.Name | cst.Attribute) else [one]
            if not sources:
                return []
            if sources == [one]:
                found[one] = None
            else:
                pending.extend(sources)
        return list(found)

    def _sources(self, node: cst.Name | cst.Attribute) -> list[cst.BaseExpression]:
        if isinstance(node, cst.Attribute):
            owner = self._request.enclosing(node, cst.ClassDef)
            if owner is None or not isinstance(node.value, cst.Name) or node.value.value != "self":
                return []
            return [value for value, place in self._stores(owner, node.attr.value) if not place]
        function = self._request.function(node)
        while True:
            found = [value for value, place in self._assigned(function, node.value) if not place]
            if found or function is None:
                return found
            if node.value in {param.name.value for param in parameters(function)}:
                passed = [self.argument(call, function, node.value) for call in self.calls_of(function)]
                return [one for one in passed if one is not None] if all(passed) else []
            function = self._request.function(function)

    def calls_of(self, function: cst.FunctionDef) -> list[cst.Call]:
        """The calls in the file that are, by their name, calls of a function or of the class that it initialises."""
        owner = self._request.method_class(function)
        name = function.name.value
        if owner is not None and name == "__init__":
            return [call for call in self._calls if _called_name(call) == owner.name.value]
        kind = cst.Name if owner is None else cst.Attribute
        return [call for call in self._calls if isinstance(call.func, kind) and _called_name(call) == name]

    def is_handed_on(self, function: cst.FunctionDef) -> bool:
        """Whether a function is used other than by calling it, so that not all of its calls can be seen."""
        references = [node for node in self._names_used.get(function.name.value, ()) if node is not function.name]
        return any(not self._is_called(node, function) for node in references)

    @cached_property
    def _names_used(self) -> dict[str, list[cst.Name]]:
        found: dict[str, list[cst.Name]] = defaultdict(list)
        for node in self._request.nodes:
            if isinstance(node, cst.Name):
                found[node.value].append(node)
        return found

    def _is_called(self, node: cst.Name, function: cst.FunctionDef) -> bool:
        parent = self._request.parents[node]
        if isinstance(parent, cst.Param | cst.AssignTarget):
            return True  # another variable of that name
        reference = parent if isinstance(parent, cst.Attribute) and parent.attr is node else node
        holder = self._request.parents[reference]
        if isinstance(holder, cst.Return):
            return self._keeps_its_name(function)
        return isinstance(holder, cst.Call) and holder.func is reference

    def _keeps_its_name(self, function: cst.FunctionDef) -> bool:
        """Whether whoever gets a function from the one around it calls it by the same name."""
        outer = self._request.function(function)
        calls = self.calls_of(outer) if outer is not None else []
        holders = [self._request.parents[call] for call in calls]
        return bool(calls) and all(
            isinstance(one, cst.Assign) and function.name.value in target_names(one.targets[0].target)
            for one in holders
        )

    def function_named(self, name: str) -> cst.FunctionDef | None:
        """The only function of that name."""
        found = [function for function in self._functions if function.name.value == name]
        return found[0] if len(found) == 1 else None

    def argument(self, call: cst.Call, function: cst.FunctionDef, name: str) -> cst.BaseExpression | None:
        """What a call passes for a parameter; None when that cannot be told."""
        if any(arg.star for arg in call.args):
            return None
        for arg in call.args:
            if arg.keyword is not None and arg.keyword.value == name:
                return arg.value
        params = [param.name.value for param in parameters(function)]
        if self._request.method_class(function) is not None and not _is_static(function):
            params = params[1:]
        if name not in params:
            return None
        place = params.index(name)
        positional = [arg for arg in call.args if arg.keyword is None]
        return positional[place].value if place < len(positional) else None

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
                self._of(value, (*place, *path), depth + 1) for value, place in self._stores(owner, node.attr.value)
            )
        finally:
            self._busy.discard(("attribute", owner, node.attr.value))

    def _stores(self, owner: cst.ClassDef, name: str) -> Iterator[tuple[cst.BaseExpression, Path]]:
        from tensorleak.fix.request import find

        for assign in find(owner, cst.Assign):
            for target in assign.targets:
                for place in _places(target.target, f"self.{name}"):
                    yield assign.value, place

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
        found = [self._of(value, (*place, *path), depth + 1) for value, place in self._assigned(function, name)]
        found += [self._element(value, (*place, *path), depth + 1) for value, place in self._looped(function, name)]
        if function is not None and name in {param.name.value for param in parameters(function)}:
            found.append(self._parameter(function, name, path, depth))
        return join(found) if found else None

    @cached_property
    def _scopes(self) -> dict[tuple[cst.FunctionDef | None, type[cst.CSTNode]], list[cst.CSTNode]]:
        """The nodes that can bind a name, by the function they stand in."""
        found: dict[tuple[cst.FunctionDef | None, type[cst.CSTNode]], list[cst.CSTNode]] = defaultdict(list)
        for node in self._request.nodes:
            if isinstance(node, cst.Assign | cst.AugAssign | cst.WithItem | cst.For | cst.CompFor):
                found[self._request.function(node), type(node)].append(node)
        return found

    def _in_scope(self, function: cst.FunctionDef | None, kind: type[cst.CSTNode]) -> list[cst.CSTNode]:
        return self._scopes.get((function, kind), [])

    def _assigned(self, function: cst.FunctionDef | None, name: str) -> Iterator[tuple[cst.BaseExpression, Path]]:
        for node in self._in_scope(function, cst.Assign):
            assert isinstance(node, cst.Assign)
            for target in node.targets:
                for place in _places(target.target, name):
                    yield node.value, place
        for node in self._in_scope(function, cst.WithItem):
            assert isinstance(node, cst.WithItem)
            if node.asname is not None and name in target_names(node.asname.name):
                yield node.item, ()

    def _looped(self, function: cst.FunctionDef | None, name: str) -> Iterator[tuple[cst.BaseExpression, Path]]:
        for kind in (cst.For, cst.CompFor):
            for node in self._in_scope(function, kind):
                assert isinstance(node, cst.For | cst.CompFor)
                for place in _places(node.target, name):
                    yield node.iter, place

    def _element(self, node: cst.BaseExpression, path: Path, depth: int) -> Value:
        """What a loop over an expression gives in each round."""
        if isinstance(node, cst.Name | cst.Attribute):
            made = self.origins(node)
            if made and depth <= DEPTH:
                return join(self._element(one, path, depth + 1) for one in made)
        name = _called_name(node) if isinstance(node, cst.Call) else None
        if isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and not self.function_named(name or ""):
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
        generator = self.function_named(name) if name else None
        if generator is not None:
            return join(self._of(value, path, depth + 1) for value in _yielded(generator))
        return replace(self._of(node, (), depth + 1), scalar=False)

    def _parameter(self, function: cst.FunctionDef, name: str, path: Path, depth: int) -> Value:
        if self.is_handed_on(function) and function.name.value != "__init__":
            return UNKNOWN
        found = []
        default = next((one.default for one in parameters(function) if one.name.value == name), None)
        for call in self.calls_of(function):
            passed = self.argument(call, function, name)
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
        called = _called_name(node)
        local = self.function_named(called) if called else None
        if local is not None:
            return join(self._of(value, path, depth + 1) for value in _returned(local))
        if called == "float" or called == "int":
            return Value(Kind.PLAIN, called, True)
        return PLAIN if called in PLAIN_BUILTINS else UNKNOWN

    def _library_call(self, node: cst.Call, name: str) -> Value:
        last = name.rpartition(".")[2]
        if name.startswith("tensorflow."):
            if last in {"Session", "InteractiveSession"}:
                return Value(Kind.SESSION)
            if last == "Graph":
                return Value(Kind.GRAPH)
            return Value(Kind.TENSOR, self._explicit_dtype(node), last in REDUCTIONS and self._reduces_all(node))
        if name.startswith("math."):
            return Value(Kind.PLAIN, "float", True)
        return Value(Kind.PLAIN, self._explicit_dtype(node)) if name.startswith("numpy.") else UNKNOWN

    def _method_call(self, node: cst.Call, func: cst.Attribute, path: Path, depth: int) -> Value:
        method = func.attr.value
        owner = self._of(func.value, (), depth + 1)
        if owner.kind is Kind.SESSION or method in {"numpy", "tolist", "item"}:
            return PLAIN
        if method == "astype" and node.args:
            return Value(Kind.PLAIN, self._dtype(node.args[0].value))
        if owner.kind is Kind.PLAIN:
            explicit = self._explicit_dtype(node)
            return Value(Kind.PLAIN, explicit or (owner.dtype if method in SAME_TYPE else None))
        if owner.kind is Kind.TENSOR:
            return TENSOR
        local = self.function_named(method)
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


def _called_name(call: cst.Call) -> str | None:
    if isinstance(call.func, cst.Name):
        return call.func.value
    return call.func.attr.value if isinstance(call.func, cst.Attribute) else None


def _places(target: cst.CSTNode, name: str) -> Iterator[Path]:
    """Where in an assignment target a name (or `self.x`) stands."""
    if isinstance(target, cst.Name):
        if target.value == name:
            yield ()
    elif isinstance(target, cst.Attribute):
        if isinstance(target.value, cst.Name) and f"{target.value.value}.{target.attr.value}" == name:
            yield ()
    elif isinstance(target, cst.Tuple | cst.List):
        for number, element in enumerate(target.elements):
            for place in _places(element.value, name):
                yield (number, *place)


def _is_static(function: cst.FunctionDef) -> bool:
    return any(
        isinstance(one.decorator, cst.Name) and one.decorator.value == "staticmethod" for one in function.decorators
    )


def _yielded(function: cst.FunctionDef) -> list[cst.BaseExpression]:
    from tensorleak.fix.request import find

    return [one.value for one in find(function, cst.Yield) if isinstance(one.value, cst.BaseExpression)]


def _returned(function: cst.FunctionDef) -> list[cst.BaseExpression]:
    from tensorleak.fix.request import find

    return [one.value for one in find(function, cst.Return) if one.value is not None]
