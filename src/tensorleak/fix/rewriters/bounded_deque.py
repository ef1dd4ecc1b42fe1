"""A list that only ever grows becomes a `deque` that keeps as many elements as the program looks back on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import libcst as cst

from tensorleak.fix.containers import Container, container, literal_number
from tensorleak.fix.edits import Edits, expression
from tensorleak.fix.nodes import find
from tensorleak.fix.outcome import Refusal, Rewrite, Safety
from tensorleak.fix.request import Refused, Request
from tensorleak.fix.rewriters import bounded_dict, bounded_queue

GROWS = frozenset(["append", "appendleft", "clear"])
STORING = ("pickle.", "cPickle.", "dill.", "joblib.")
UNREAD = 128  # for a list that only code elsewhere reads
WHOLE = 1000  # for a list that is read as a whole: a number to start from, never written without being asked for


def rewrite(request: Request) -> Rewrite | Refusal:
    """Bounds the container at the blamed line."""
    found = container(request)
    if found.kind == "dict":
        return bounded_dict.bound(request, found)
    if found.kind == "queue":
        return bounded_queue.bound(request, found)
    return _bound(request, found)


def _bound(request: Request, found: Container) -> Rewrite | Refusal:
    _check_stored(request, found)
    edits = Edits()
    reach = [depth for use in found.uses() for depth in _lookback(request, use, edits)]
    whole = any(depth is None for depth in reach)
    size = WHOLE if whole else max([depth for depth in reach if depth is not None] or [_unread(request, found)])
    for maker in found.makers:
        edits.replace(maker, _deque(request, maker, size, edits))
    if whole:
        return request.rewrite(
            edits,
            Safety.SHOWN,
            f"Keep the last {size} elements of `{found.name}`",
            f"`{found.name}` is read as a whole: what is computed from it changes once elements are dropped",
        )
    rewrite = request.rewrite(
        edits,
        Safety.UNSAFE,
        f"Keep the last {size} elements of `{found.name}`" if size > 1 else f"Keep the last element of `{found.name}`",
        f"this file looks back on {size if reach else 0} at most, but code elsewhere may read more of `{found.name}`",
    )
    return replace(rewrite, shared=found.shared)


def _check_stored(request: Request, found: Container) -> None:
    """Refuses when the object is written to a file with all that it holds."""
    owner = request.enclosing(found.node, cst.ClassDef) if isinstance(found.node, cst.Attribute) else None
    for call in find(owner, cst.Call) if owner is not None else ():
        whole = any(isinstance(arg.value, cst.Name) and arg.value.value == "self" for arg in call.args)
        if whole and request.names.called(call).startswith(STORING):
            what = request.code(call.func)
            raise Refused(f"`{what}` at line {request.line(call)} stores the object with all of `{found.name}`")


def _unread(request: Request, found: Container) -> int:
    """How much is kept of a list that this file never reads: of models, which are large, one, and none is dropped that others may need."""
    if request.finding.rule != "TL405":
        return UNREAD
    if isinstance(found.node, cst.Attribute):
        raise Refused(f"nothing in this file reads `{found.name}`: how many models others need is not evident")
    return 1


def _deque(request: Request, maker: cst.BaseExpression, size: int, edits: Edits) -> cst.BaseExpression:
    if isinstance(maker, cst.Call):
        name = request.code(maker.func)
        if name != "list":
            return _with_maxlen(maker, size)
    filled = isinstance(maker, cst.ListComp) or (isinstance(maker, cst.List) and maker.elements) or _arguments(maker)
    if filled:
        raise Refused("the list does not start empty")
    spelled = request.names.spelling("collections.deque")
    if spelled is None:
        edits.import_module("collections")
        spelled = "collections.deque"
    return expression(f"{spelled}(maxlen={size})")


def _arguments(maker: cst.BaseExpression) -> bool:
    return isinstance(maker, cst.Call) and bool(maker.args)


def _with_maxlen(maker: cst.Call, size: int) -> cst.Call:
    if len(maker.args) > 1 or any(arg.keyword for arg in maker.args):
        raise Refused("the deque has a bound of its own")
    if maker.args:
        bare = maker.args[0].with_changes(comma=cst.Comma(whitespace_after=cst.SimpleWhitespace(" ")))
        return maker.with_changes(args=[bare, *_call(f"f(maxlen={size})").args])
    return maker.with_changes(args=_call(f"f(maxlen={size})").args)


def _call(code: str) -> cst.Call:
    parsed = expression(code)
    assert isinstance(parsed, cst.Call)
    return parsed


def _lookback(request: Request, use: cst.BaseExpression, edits: Edits) -> Iterator[int | None]:
    """How many of the newest elements a use needs; None for all of them."""
    parent = request.parents[use]
    if isinstance(parent, cst.Attribute) and parent.value is use:
        if parent.attr.value not in GROWS:
            raise Refused(f"`{request.code(parent)}` at line {request.line(parent)} needs a list")
    elif isinstance(parent, cst.Subscript) and parent.value is use:
        yield _subscripted(request, parent, use, edits)
    elif isinstance(parent, cst.Arg) and _is_len(request.parents[parent]):
        yield _compared(request, request.parents[parent])
    elif isinstance(parent, cst.For | cst.CompFor) and parent.iter is use:
        yield None
    elif not isinstance(parent, cst.If | cst.UnaryOperation | cst.BooleanOperation):
        raise Refused(f"`{request.code(use)}` is handed on at line {request.line(use)}, where a list may be needed")


def _is_len(call: cst.CSTNode) -> bool:
    return isinstance(call, cst.Call) and isinstance(call.func, cst.Name) and call.func.value == "len"


def _compared(request: Request, call: cst.CSTNode) -> int | None:
    """`len(x) < 3` is answered alike by a deque of three."""
    comparison = request.parents[call]
    if isinstance(comparison, cst.Comparison) and comparison.left is call and len(comparison.comparisons) == 1:
        limit = literal_number(request, comparison.comparisons[0].comparator)
        strict = isinstance(comparison.comparisons[0].operator, cst.LessThan | cst.GreaterThanEqual)
        return None if limit is None else limit if strict else limit + 1
    return None


def _subscripted(request: Request, node: cst.Subscript, use: cst.BaseExpression, edits: Edits) -> int:
    part = node.slice[0].slice if len(node.slice) == 1 else None
    if isinstance(part, cst.Index):
        depth = literal_number(request, part.value)
        if depth is not None and depth < 0:
            return -depth
    elif isinstance(part, cst.Slice) and part.lower is not None and part.upper is None and part.step is None:
        depth = literal_number(request, part.lower)
        if depth is not None and depth < 0:
            edits.change(use, lambda inner: expression("list(x)").with_changes(args=[cst.Arg(inner)]))
            return -depth
    raise Refused(f"`{request.code(node)}` at line {request.line(node)} may look back on any element")
