"""A Python value that makes a traced function trace again is passed as a tensor."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import libcst as cst

from tensorleak.fix.edits import Edits, expression
from tensorleak.fix.nodes import walk
from tensorleak.fix.outcome import Refusal, Rewrite, Safety
from tensorleak.fix.request import Refused, Request
from tensorleak.fix.scopes import parameters
from tensorleak.fix.sources import called_name
from tensorleak.fix.traced import Traced
from tensorleak.fix.values import Kind

BLOCKED_CALLS = frozenset(["range", "len", "int", "float", "str", "bool", "print", "format", "isinstance", "enumerate"])


def rewrite(request: Request) -> Rewrite | Refusal:
    """Wraps the argument in `tf.constant`."""
    traced = Traced.at(request)
    if traced.call is None or traced.function is None:
        raise Refused("the line does not call a traced function of this file")
    spelled = request.names.tensorflow("constant")
    if spelled is None:
        raise Refused("the file does not import TensorFlow")
    chosen = list(_candidates(request, traced))
    if not chosen:
        raise Refused("no argument of the call is a Python value")
    edits, titles = Edits(), []
    for arg, name in chosen:
        dtype = _dtype(request, traced.function, name, arg.value)
        suffix = f", {request.names.tensorflow(dtype)}" if dtype else ""
        edits.change(arg.value, partial(_constant, spelled, suffix))
        titles.append(f"`{request.code(arg.value)}`")
    return request.rewrite(
        edits,
        Safety.UNSAFE,
        f"Pass {' and '.join(titles)} to `{traced.name}` as a tensor",
        "inside the function the value is unknown while tracing: Python code there can no longer branch on it",
    )


def _constant(spelled: str, suffix: str, value: cst.BaseExpression) -> cst.Call:
    call = expression(f"{spelled}(x{suffix})")
    assert isinstance(call, cst.Call)
    first = call.args[0].with_changes(value=value)
    return call.with_changes(args=[first, *call.args[1:]])


def _candidates(request: Request, traced: Traced) -> Iterator[tuple[cst.Arg, str]]:
    """The arguments that are Python values; the finding's subject, when it names one, chooses among them."""
    assert traced.call is not None and traced.function is not None
    params = [param.name.value for param in parameters(traced.function)]
    if params and params[0] == "self":
        params = params[1:]
    if any(arg.star for arg in traced.call.args):
        raise Refused("the arguments of the call are unpacked")
    found = []
    for number, arg in enumerate(traced.call.args):
        name = arg.keyword.value if arg.keyword else params[number] if number < len(params) else None
        if name is not None and _is_python(request, arg.value):
            found.append((arg, name))
    named = [pair for pair in found if request.finding.subject in {pair[1], request.code(pair[0].value)}]
    sure = [pair for pair in found if request.values.of(pair[0].value).kind is Kind.PLAIN]
    yield from named or sure or found


def _is_python(request: Request, value: cst.BaseExpression) -> bool:
    if isinstance(value, cst.BaseNumber | cst.BaseString) or request.code(value) in {"True", "False", "None"}:
        return False  # a literal is one value: one trace
    known = request.values.of(value)
    return known.kind is Kind.UNKNOWN or (known.kind is Kind.PLAIN and known.dtype in {"int", "float", None})


def _dtype(request: Request, function: cst.FunctionDef, name: str, value: cst.BaseExpression) -> str | None:
    """The type that keeps the results equal: a Python int beside floats is a float, a tensor of ints is not."""
    known = request.values.of(value).dtype
    contexts = {_context(request, use) for use in _uses(function, name)}
    if known != "int" or contexts <= {"neutral"}:
        return None
    if contexts == {"float"}:
        return "float32"
    raise Refused(f"`{name}` is used as a whole number and as a float: which tensor it should be cannot be told")


def _uses(function: cst.FunctionDef, name: str) -> Iterator[cst.Name]:
    for node in walk(function.body):
        if isinstance(node, cst.Name) and node.value == name:
            yield node


def _context(request: Request, use: cst.Name, seen: frozenset[str] = frozenset()) -> str:
    """`neutral` where a tensor of any type will do, `float` in arithmetic with something else; refuses the rest."""
    node: cst.CSTNode = use
    for parent in request.ancestors(use):
        if isinstance(parent, cst.BinaryOperation):
            other = parent.right if parent.left is node else parent.left
            if not isinstance(other, cst.Integer):
                return "float"
            if isinstance(parent.operator, cst.Divide):
                return "float"
        elif (isinstance(parent, cst.Arg) and parent.keyword is node) or (
            isinstance(parent, cst.Attribute) and parent.attr is node
        ):
            return "neutral"
        elif isinstance(parent, cst.List | cst.Tuple) and isinstance(request.parents[parent], cst.Arg):
            raise Refused(f"`{use.value}` is part of a shape or list in the traced function")
        elif isinstance(parent, cst.Arg | cst.UnaryOperation | cst.Element):
            pass
        elif isinstance(parent, cst.Call):
            return _call_context(request, parent, node, use, seen)
        elif isinstance(parent, cst.Index) and _is_part_of_many(request, parent):
            return "neutral"
        else:
            _check_place(parent, use)
            return "neutral"
        node = parent
    return "neutral"


def _is_part_of_many(request: Request, index: cst.Index) -> bool:
    """`x[:, i]`: lists have no such index, tensors have."""
    subscript = request.enclosing(index, cst.Subscript)
    return subscript is not None and len(subscript.slice) > 1


def _call_context(request: Request, call: cst.Call, node: cst.CSTNode, use: cst.Name, seen: frozenset[str]) -> str:
    name = request.names.called(call)
    helper = request.sources.function_named(called_name(call) or "") if not name else None
    if helper is not None and helper.name.value not in seen:
        return _helper_context(request, call, node, helper, seen | {helper.name.value})
    plain = call.func.value if isinstance(call.func, cst.Name) else ""
    if plain in BLOCKED_CALLS:
        raise Refused(f"`{use.value}` is given to `{plain}` in the traced function, which needs a Python value")
    if isinstance(node, cst.Arg) and node.keyword is not None:
        raise Refused(
            f"`{use.value}` is the option `{node.keyword.value}` of `{request.code(call.func)}`: it needs a Python value"
        )
    if name.rpartition(".")[2] in {"reshape", "zeros", "ones", "fill", "tile", "expand_dims", "name_scope"}:
        raise Refused(f"`{use.value}` is a shape or an axis in the traced function")
    if name == "tensorflow.cast":
        return "neutral"
    return (
        "neutral"
        if name.startswith("tensorflow.") and call.args[0] is not node
        else "float"
        if name.startswith("tensorflow.")
        else "neutral"
    )


def _helper_context(
    request: Request, call: cst.Call, node: cst.CSTNode, helper: cst.FunctionDef, seen: frozenset[str]
) -> str:
    """What a function of the file does with the value that it is given."""
    given = [
        param.name.value
        for param in parameters(helper)
        if isinstance(node, cst.Arg) and request.sources.argument(call, helper, param.name.value) is node.value
    ]
    found = {_context(request, use, seen) for name in given for use in _uses(helper, name)}
    return "float" if "float" in found else "neutral"


def _check_place(parent: cst.CSTNode, use: cst.Name) -> None:
    if isinstance(parent, cst.Index | cst.Slice | cst.SubscriptElement):
        raise Refused(f"`{use.value}` is an index in the traced function")
    if isinstance(
        parent,
        cst.If | cst.While | cst.IfExp | cst.ComparisonTarget | cst.Comparison | cst.BooleanOperation | cst.Assert,
    ):
        raise Refused(f"`{use.value}` decides a condition in the traced function")
    if isinstance(parent, cst.FormattedStringExpression | cst.FormattedString):
        raise Refused(f"`{use.value}` is part of a text in the traced function")
    if isinstance(parent, cst.For | cst.CompFor):
        raise Refused(f"`{use.value}` is looped over in the traced function")
