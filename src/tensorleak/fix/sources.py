"""Where a value of the file comes from: the assignments, calls and loops that a name or parameter stands for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

import libcst as cst

from tensorleak.fix.nodes import find
from tensorleak.fix.scopes import parameters, target_names

if TYPE_CHECKING:
    from tensorleak.fix.request import Request

Path = tuple[int, ...]  # which element of a tuple, and of a tuple in it


class Sources:
    """Follows names to assignments and parameters to call sites, within one file."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._calls = [node for node in request.nodes if isinstance(node, cst.Call)]
        self._functions = [node for node in request.nodes if isinstance(node, cst.FunctionDef)]

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
            return [value for value, place in self.stores(owner, node.attr.value) if not place]
        function = self._request.function(node)
        while True:
            found = [value for value, place in self.assigned(function, node.value) if not place]
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
            return [call for call in self._calls if called_name(call) == owner.name.value]
        kind = cst.Name if owner is None else cst.Attribute
        return [call for call in self._calls if isinstance(call.func, kind) and called_name(call) == name]

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

    def stores(self, owner: cst.ClassDef, name: str) -> Iterator[tuple[cst.BaseExpression, Path]]:
        """What a class stores in an attribute of `self`, with the place in a tuple that is taken apart."""
        for assign in find(owner, cst.Assign):
            for target in assign.targets:
                for place in _places(target.target, f"self.{name}"):
                    yield assign.value, place

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

    def assigned(self, function: cst.FunctionDef | None, name: str) -> Iterator[tuple[cst.BaseExpression, Path]]:
        """What a scope assigns to a name, or enters under it."""
        for node in self._in_scope(function, cst.Assign):
            assert isinstance(node, cst.Assign)
            for target in node.targets:
                for place in _places(target.target, name):
                    yield node.value, place
        for node in self._in_scope(function, cst.WithItem):
            assert isinstance(node, cst.WithItem)
            if node.asname is not None and name in target_names(node.asname.name):
                yield node.item, ()

    def looped(self, function: cst.FunctionDef | None, name: str) -> Iterator[tuple[cst.BaseExpression, Path]]:
        """What a scope loops over under a name."""
        for kind in (cst.For, cst.CompFor):
            for node in self._in_scope(function, kind):
                assert isinstance(node, cst.For | cst.CompFor)
                for place in _places(node.target, name):
                    yield node.iter, place


def called_name(call: cst.Call) -> str | None:
    """The last name of what is called."""
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
