"""The container that grows: where it is made, and every place in the file that touches it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import libcst as cst

from tensorleak.fix.nodes import find, only
from tensorleak.fix.request import Refused, Request
from tensorleak.fix.scopes import parameters

GROWING = frozenset(["append", "appendleft", "add", "put", "put_nowait"])
LISTS = frozenset(["list", "deque", "collections.deque"])
DICTS = frozenset(["dict", "OrderedDict", "collections.OrderedDict"])
QUEUES = frozenset(["queue.Queue", "queue.LifoQueue", "queue.PriorityQueue", "asyncio.Queue", "multiprocessing.Queue"])


@dataclass(frozen=True)
class Container:
    """A name or attribute that something is added to; `kind` is `list`, `dict` or `queue`."""

    request: Request
    node: cst.BaseExpression  # the reference at the blamed line
    kind: str
    makers: tuple[cst.BaseExpression, ...]  # the expressions that make it: `[]`, `deque()`
    growth: cst.CSTNode  # the call or assignment that adds to it

    @property
    def name(self) -> str:
        """How the program calls it."""
        return self.request.code(self.node)

    def uses(self) -> Iterator[cst.BaseExpression]:
        """Every reference to it in the file, except the assignments that make it."""
        for node in self._references():
            parent = self.request.parents[node]
            made = isinstance(parent, cst.AssignTarget) and self._makes(parent)
            if not made and not (isinstance(node, cst.Name) and self.request.is_label(node)):
                yield node

    @property
    def shared(self) -> str:
        """The name under which other files reach it; empty for a local name."""
        local = isinstance(self.node, cst.Name) and isinstance(self._scope(self.node.value), cst.FunctionDef)
        return "" if local else self.name

    def _makes(self, target: cst.AssignTarget) -> bool:
        assign = self.request.parents[target]
        return isinstance(assign, cst.Assign) and (
            assign.value in self.makers or isinstance(assign.value, cst.Name | cst.Attribute)
        )

    def _references(self) -> Iterator[cst.BaseExpression]:
        if isinstance(self.node, cst.Attribute):
            wanted = self.node.attr.value
            for attribute in find(self.request.module, cst.Attribute):
                if attribute.attr.value == wanted and self.request.names.raw(attribute) is None:
                    yield attribute
            return
        assert isinstance(self.node, cst.Name)
        for name in find(self._scope(self.node.value), cst.Name):
            if name.value == self.node.value:
                yield name

    def _scope(self, name: str) -> cst.CSTNode:
        """The function that makes the container, or the module."""
        makers = [self.request.function(maker) for maker in self.makers]
        return makers[0] if makers and makers[0] is not None else self.request.module


def container(request: Request) -> Container:
    """The container that the blamed statement adds to; refuses when there is none, or when it is made elsewhere."""
    node, growth = _grown(request)
    if not isinstance(node, cst.Name | cst.Attribute):
        raise Refused("the container is not a plain name or attribute")
    makers = request.sources.origins(node)
    kinds = {_kind(request, maker) for maker in makers}
    kind = kinds.pop() if len(kinds) == 1 else None
    if kind is None:
        raise Refused(f"where `{request.code(node)}` is made cannot be told from this file")
    return Container(request, node, kind, tuple(makers), growth)


def _grown(request: Request) -> tuple[cst.BaseExpression, cst.CSTNode]:
    statement = request.statement
    if isinstance(statement, cst.BaseCompoundStatement):
        raise Refused("the line adds nothing to a container")
    for call in find(statement, cst.Call):
        if isinstance(call.func, cst.Attribute) and call.func.attr.value in GROWING:
            return _through_setdefault(call.func.value), call
    assign = only(statement, cst.Assign)
    if assign is not None:
        target = assign.targets[0].target
        if isinstance(target, cst.Subscript):
            return target.value, assign
        if isinstance(target, cst.Name | cst.Attribute) and _kind(request, assign.value):
            return target, assign
    raise Refused("the line adds nothing to a container")


def _through_setdefault(node: cst.BaseExpression) -> cst.BaseExpression:
    """`d.setdefault(k, []).append(v)` grows `d`."""
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value == "setdefault":
        return node.func.value
    return node


def _kind(request: Request, maker: cst.BaseExpression) -> str | None:
    if isinstance(maker, cst.List | cst.ListComp):
        return "list"
    if isinstance(maker, cst.Dict):
        return "dict"
    if not isinstance(maker, cst.Call):
        return None
    name = request.names.called(maker) or (maker.func.value if isinstance(maker.func, cst.Name) else "")
    return "list" if name in LISTS else "dict" if name in DICTS else "queue" if name in QUEUES else None


def literal_number(request: Request, node: cst.CSTNode) -> int | None:
    """The whole number that an expression is: a literal, or a parameter whose default nobody in the file overrides."""
    if isinstance(node, cst.Integer):
        return int(node.evaluated_value)
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
        inner = literal_number(request, node.expression)
        return None if inner is None else -inner
    if isinstance(node, cst.Name):
        return _default(request, node)
    return None


def _default(request: Request, node: cst.Name) -> int | None:
    function = request.function(node)
    for param in parameters(function) if function else ():
        if function and param.name.value == node.value and isinstance(param.default, cst.Integer):
            calls = request.sources.calls_of(function)
            overridden = any(request.sources.argument(call, function, node.value) is not None for call in calls)
            starred = any(arg.star for call in calls for arg in call.args)
            return None if overridden or starred else int(param.default.evaluated_value)
    return None
