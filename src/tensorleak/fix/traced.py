"""The `tf.function` that a line calls: where it is made, with which options, from which Python function."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import libcst as cst

from tensorleak.fix.nodes import find
from tensorleak.fix.request import Refused, Request

MAKER = "tensorflow.function"


@dataclass(frozen=True)
class Traced:
    """A traced function: the decorator or call that makes it, the Python function behind it, a call of it."""

    name: str
    maker: cst.BaseExpression
    function: cst.FunctionDef | None
    call: cst.Call | None

    @property
    def options(self) -> dict[str, cst.BaseExpression]:
        """The keyword arguments that it is made with."""
        if not isinstance(self.maker, cst.Call):
            return {}
        return {arg.keyword.value: arg.value for arg in self.maker.args if arg.keyword is not None}

    @classmethod
    def at(cls, request: Request) -> Traced:
        """The traced function that the blamed statement calls or defines; refuses when it is not in the file."""
        statement = request.statement
        if isinstance(statement, cst.FunctionDef):
            maker = decorator_of(request, statement)
            if maker is not None:
                return cls(statement.name.value, maker, statement, None)
        for call in find(statement, cst.Call):
            found = _called(request, call)
            if found is not None:
                return found
        raise Refused("the traced function is not made in this file")


def is_maker(request: Request, node: cst.CSTNode) -> bool:
    """Whether an expression is `tf.function` itself or a call of it."""
    return MAKER in {request.names.dotted(node), request.names.called(node)}


def decorator_of(request: Request, function: cst.FunctionDef) -> cst.BaseExpression | None:
    """The decorator that traces a function."""
    return next((one.decorator for one in function.decorators if is_maker(request, one.decorator)), None)


def _called(request: Request, call: cst.Call) -> Traced | None:
    if isinstance(call.func, cst.Name):
        name = call.func.value
    elif isinstance(call.func, cst.Attribute):
        name = call.func.attr.value
    else:
        return None
    function = request.sources.function_named(name)
    if function is not None:
        maker = decorator_of(request, function)
        return Traced(name, maker, function, call) if maker is not None else None
    for assign in _assignments(request, name):
        if request.names.called(assign.value) == MAKER:
            return Traced(name, assign.value, _wrapped(request, assign.value), call)
    return None


def _assignments(request: Request, name: str) -> Iterator[cst.Assign]:
    for assign in find(request.module, cst.Assign):
        target = assign.targets[0].target
        last = target.attr if isinstance(target, cst.Attribute) else target
        if isinstance(last, cst.Name) and last.value == name:
            yield assign


def _wrapped(request: Request, maker: cst.BaseExpression) -> cst.FunctionDef | None:
    if not isinstance(maker, cst.Call) or not maker.args:
        return None
    wrapped = maker.args[0].value
    last = wrapped.attr if isinstance(wrapped, cst.Attribute) else wrapped
    return request.sources.function_named(last.value) if isinstance(last, cst.Name) else None


def with_argument(call: cst.Call, name: str, value: cst.BaseExpression) -> cst.Call:
    """The call with one more keyword argument."""
    equal = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))
    new = cst.Arg(value, cst.Name(name), equal)
    if not call.args:
        return call.with_changes(args=[new])
    *others, last = call.args
    space = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
    if isinstance(last.comma, cst.Comma):
        # A trailing comma stays last, with the line break that follows it.
        new = new.with_changes(comma=last.comma)
        space = others[-1].comma if others and isinstance(others[-1].comma, cst.Comma) else space
    tail = new.with_changes(whitespace_after_arg=last.whitespace_after_arg)
    last = last.with_changes(comma=space, whitespace_after_arg=cst.SimpleWhitespace(""))
    return call.with_changes(args=[*others, last, tail])


def without_argument(call: cst.Call, name: str) -> cst.Call:
    """The call without a keyword argument."""
    kept = [arg for arg in call.args if arg.keyword is None or arg.keyword.value != name]
    if len(kept) == len(call.args):
        return call
    if kept and call.args[-1] not in kept:
        kept[-1] = kept[-1].with_changes(
            comma=call.args[-1].comma, whitespace_after_arg=call.args[-1].whitespace_after_arg
        )
    return call.with_changes(args=kept)
