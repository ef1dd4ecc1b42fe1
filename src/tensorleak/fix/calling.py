"""Moves a statement from a function to in front of the loop that calls it, and hands its result over as an argument."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import libcst as cst

from tensorleak.fix.edits import Edits
from tensorleak.fix.gathering import check_gathering
from tensorleak.fix.motion import check_fixed, varying_in_loop
from tensorleak.fix.nodes import only
from tensorleak.fix.outcome import Rewrite, Safety
from tensorleak.fix.request import Loop, Refused, Request
from tensorleak.fix.scopes import binding_count, bound, free, parameters, target_names
from tensorleak.fix.traced import with_argument


@dataclass(frozen=True)
class Caller:
    """The one loop that calls a function."""

    function: cst.FunctionDef
    call: cst.Call
    loop: Loop


def caller_of(request: Request) -> Caller:
    """The loop that calls the function of the blamed line; refuses when there are several, or none."""
    function = request.function(request.statement)
    if function is None:
        raise Refused("the line is in no function")
    if request.method_class(function) is not None or function.decorators:
        raise Refused(f"`{function.name.value}` is not a plain function")
    calls = request.sources.calls_of(function)
    if len(calls) != 1:
        raise Refused(f"`{function.name.value}` is called from {len(calls) or 'no'} places in this file")
    if request.sources.is_handed_on(function):
        raise Refused(f"`{function.name.value}` is handed on, and may be called from elsewhere")
    loops = request.loops(calls[0])
    if not loops:
        raise Refused(f"`{function.name.value}` is not called in a loop of this file")
    return Caller(function, calls[0], loops[-1])


def to_caller(request: Request, title: str, reason: str) -> Rewrite:
    """The rewrite that moves the blamed statement to its caller."""
    caller = caller_of(request)
    moved = _at_caller(request, caller)
    names = _results(request, caller)
    edits = Edits()
    edits.remove(request.statement)
    edits.insert_before(caller.loop, [moved])
    for name in names:
        edits.change(caller.function.params, partial(_with_parameter, name))
        edits.change(caller.call, partial(with_argument, name=name, value=cst.Name(name)))
    rewrite = request.rewrite(edits, Safety.UNSAFE, f"{title} `{caller.function.name.value}`", reason)
    return replace(rewrite, shared=caller.function.name.value, breaks="which calls it as it is now")


def _results(request: Request, caller: Caller) -> list[str]:
    """The names that the rest of the function needs; none may clash with the caller's."""
    assign = only(request.statement, cst.Assign)
    if assign is None:
        return []
    names = [name for target in assign.targets for name in target_names(target.target)]
    scope = request.function(caller.call)
    for name in names:
        if name in (bound(scope.body) if scope else bound(request.module)):
            raise Refused(f"`{name}` has another meaning where `{caller.function.name.value}` is called")
        if binding_count(caller.function.body, name) != 1:
            raise Refused(f"`{name}` is assigned in several places")
    if not names or caller.function.params.star_kwarg or isinstance(caller.function.params.star_arg, cst.Param):
        raise Refused("the result cannot be handed over as an argument")
    return names


def _at_caller(request: Request, caller: Caller) -> cst.SimpleStatementLine:
    """The statement with the caller's arguments in place of the parameters."""
    one = request.statement
    small = only(one, cst.Assign) or only(one, cst.Expr)
    if (
        small is None
        or not isinstance(one, cst.SimpleStatementLine)
        or request.parents[one] is not caller.function.body
    ):
        raise Refused("the statement is not one that always runs")
    locals_ = bound(caller.function.body) & free(small.value)
    if locals_:
        raise Refused(f"it depends on `{min(locals_)}`, which the function computes")
    check_fixed(request, small.value, set(), caller.function.body)
    check_gathering(request, small.value, caller.loop)
    return one.with_changes(body=[small.with_changes(value=_substituted(request, caller, small.value))])


def _substituted(request: Request, caller: Caller, value: cst.BaseExpression) -> cst.BaseExpression:
    needed = {param.name.value for param in parameters(caller.function)} & free(value)
    passed: dict[str, cst.BaseExpression] = {}
    for name in needed:
        argument = request.sources.argument(caller.call, caller.function, name)
        if argument is None:
            raise Refused(f"what is passed for `{name}` cannot be told")
        try:
            check_fixed(request, argument, varying_in_loop(request, caller.loop), caller.loop)
        except Refused as refused:
            raise Refused(f"of `{name}`, which the caller passes: {refused}") from None
        passed[name] = argument
    new = value.visit(_Substitution(passed))
    assert isinstance(new, cst.BaseExpression)
    return new


class _Substitution(cst.CSTTransformer):
    def __init__(self, passed: dict[str, cst.BaseExpression]) -> None:
        super().__init__()
        self._passed = passed

    def visit_Attribute(self, node: cst.Attribute) -> bool:  # noqa: N802 - the name that LibCST calls
        return True

    def leave_Arg(self, original_node: cst.Arg, updated_node: cst.Arg) -> cst.Arg:  # noqa: N802
        return updated_node.with_changes(keyword=original_node.keyword)

    def leave_Attribute(self, original_node: cst.Attribute, updated_node: cst.Attribute) -> cst.Attribute:  # noqa: N802
        return updated_node.with_changes(attr=original_node.attr)

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.BaseExpression:  # noqa: N802
        return self._passed.get(original_node.value, updated_node)


def _with_parameter(name: str, params: cst.Parameters) -> cst.Parameters:
    """One more parameter, before those with defaults would make it an error: by keyword where there are any."""
    new = cst.Param(cst.Name(name))
    if any(param.default is not None for param in params.params) or params.kwonly_params:
        star = params.star_arg if isinstance(params.star_arg, cst.ParamStar) else cst.ParamStar()
        return params.with_changes(star_arg=star, kwonly_params=[*params.kwonly_params, new])
    return params.with_changes(params=[*params.params, new])
