"""Graph ops that are built again in every round are built once: before the loop, in `__init__`, or by the caller."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import libcst as cst

from tensorleak.fix.building import Builder, Plan, with_feeds
from tensorleak.fix.calling import to_caller
from tensorleak.fix.carrying import feed_back
from tensorleak.fix.edits import Edits, expression, statement
from tensorleak.fix.gathering import check_gathering
from tensorleak.fix.motion import (
    check_attributes,
    check_paths,
    fresh_name,
    initialiser,
    varying_in_function,
    varying_in_loop,
)
from tensorleak.fix.outcome import Refusal, Rewrite, Safety
from tensorleak.fix.request import Loop, Refused, Request
from tensorleak.fix.scopes import bound, changed_paths, free

REASON = "ops are made in another order, with other names and seeds, and values that were constants are fed"
Destination = Callable[[Request], Rewrite]


def rewrite(request: Request) -> Rewrite | Refusal:
    """Tries the places where the ops could be built once, the nearest first."""
    reasons: list[str] = []
    for destination in _destinations(request):
        try:
            return destination(request)
        except Refused as refused:
            reasons.append(str(refused))
    return Refusal(reasons[0] if reasons else "the line is neither in a loop nor in a function")


def _destinations(request: Request) -> list[Destination]:
    function = request.function(request.statement)
    found: list[Destination] = [partial(_before_loop, loop) for loop in reversed(request.loops(request.statement))]
    found += [partial(feed_back, loop) for loop in request.loops(request.statement)[:1]]
    if function is None:
        return found
    if request.method_class(function) is not None:
        # Threads share the object: what they build must be built before they start.
        return [_in_initialiser, *found] if request.finding.rule == "TL105" else [*found, _in_initialiser]
    if request.function(function) is not None:
        return [*found, _around_closure]
    return [*found, lambda asked: to_caller(asked, "Build it once, before the loop that calls", REASON)]


def _before_loop(loop: Loop, request: Request) -> Rewrite:
    builder = Builder(request, loop, varying_in_loop(request, loop))
    plan = builder.collect()
    _check_plan_paths(request, plan, loop)
    edits = Edits()
    edits.insert_before(loop, _wrapped(request, _built(request, plan, {}), loop))
    _leave(builder, edits, {})
    return request.rewrite(edits, Safety.UNSAFE, "Build the ops once, before the loop", REASON)


def _around_closure(request: Request) -> Rewrite:
    function = request.function(request.statement)
    outer = request.function(function) if function else None
    assert function is not None and outer is not None
    builder = Builder(request, function, varying_in_function(request, function))
    plan = builder.collect()
    for one in plan.statements:
        check_gathering(request, one, None)
    clash = bound(outer.body) & plan.built
    if clash:
        raise Refused(f"`{min(clash)}` has another meaning in `{outer.name.value}`")
    edits = Edits()
    edits.insert_before(function, _wrapped(request, _built(request, plan, {}), function))
    _leave(builder, edits, {})
    return request.rewrite(edits, Safety.UNSAFE, f"Build the ops once, before `{function.name.value}`", REASON)


def _in_initialiser(request: Request) -> Rewrite:
    function = request.function(request.statement)
    owner = request.method_class(function)
    assert function is not None and owner is not None
    made = initialiser(owner)
    if made is function or not isinstance(made.body, cst.IndentedBlock):
        raise Refused("the ops are built in `__init__` already")
    if not function.params.params or function.params.params[0].name.value != "self":
        raise Refused(f"`{function.name.value}` has no `self` to keep the ops in")
    builder = Builder(request, function, varying_in_function(request, function))
    plan = builder.collect()
    for one in plan.statements:
        check_gathering(request, one, None)
        check_attributes(request, one, owner)
    rename = _attributes(request, builder, made)
    edits = Edits()
    edits.insert_after(made.body.body[-1], _wrapped(request, _built(request, plan, rename), function))
    _leave(builder, edits, rename)
    return request.rewrite(edits, Safety.UNSAFE, f"Build the ops once, in `{owner.name.value}.__init__`", REASON)


def _check_plan_paths(request: Request, plan: Plan, region: cst.CSTNode) -> None:
    for one in plan.statements:
        check_gathering(request, one, region)
        check_paths(request, one, changed_paths(region))


def _attributes(request: Request, builder: Builder, made: cst.FunctionDef) -> dict[str, str]:
    """What is needed outside of `__init__` becomes an attribute; the rest stays local there."""
    plan = builder.plan
    needed = {use.value for use in builder.uses()} | set(plan.fetches.values()) | {feed.name for feed in plan.feeds}
    needed |= plan.built & (bound(made.body) | {param.name.value for param in made.params.params})
    return {name: f"self.{fresh_name(request, f'_{name}')}" for name in needed}


def _built(request: Request, plan: Plan, rename: dict[str, str]) -> list[cst.SimpleStatementLine]:
    """The placeholders and the ops, as they stand at the new place."""
    return [_renamed(one, rename) for one in _interleaved(request, plan)]


def _interleaved(request: Request, plan: Plan) -> list[cst.SimpleStatementLine]:
    """Each placeholder right before the first statement that uses it, for its type may come from an earlier one."""
    spelled = request.names.v1("placeholder")
    found, waiting = [], list(plan.feeds)
    for one in plan.statements:
        for feed in [feed for feed in waiting if feed.name in free(one)]:
            if spelled is None:
                raise Refused("the file does not import TensorFlow, whose placeholder it would need")
            shape = f", {feed.shape}" if feed.shape else ""
            found.append(statement(f"{feed.name} = {spelled}({feed.dtype}{shape})"))
            waiting.remove(feed)
        found.append(one)
    return found


class _Renamer(cst.CSTTransformer):
    def __init__(self, rename: dict[str, str]) -> None:
        super().__init__()
        self._rename = rename

    def visit_Attribute_attr(self, node: cst.Attribute) -> None:  # noqa: N802 - the name that LibCST calls
        self._skipped = node.attr

    def visit_Arg_keyword(self, node: cst.Arg) -> None:  # noqa: N802
        self._skipped = node.keyword  # type: ignore[assignment]

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.BaseExpression:  # noqa: N802
        if original_node is getattr(self, "_skipped", None) or original_node.value not in self._rename:
            return updated_node
        return expression(self._rename[original_node.value])


def _renamed(one: cst.SimpleStatementLine, rename: dict[str, str]) -> cst.SimpleStatementLine:
    new = one.visit(_Renamer(rename)) if rename else one
    assert isinstance(new, cst.SimpleStatementLine)
    return new


def _wrapped(request: Request, built: list[cst.SimpleStatementLine], outside: cst.CSTNode) -> list[cst.BaseStatement]:
    """Inside the same `with graph.as_default():` blocks as before, as far as they stay behind."""
    found: list[cst.BaseStatement] = list(built)
    for header in request.ancestors(request.statement):
        if header is outside:
            break
        if isinstance(header, cst.Try | cst.TryStar) and header.handlers:
            raise Refused("the ops are built where errors are caught")
        if isinstance(header, cst.With):
            found = [_same_with(request, header, found, outside)]
    return found


def _same_with(request: Request, header: cst.With, inner: list[cst.BaseStatement], outside: cst.CSTNode) -> cst.With:
    if any(item.asname is not None for item in header.items):
        raise Refused("the ops are built in a `with` block whose value they may use")
    if any(free(item.item) & (bound(outside) - {"self"}) for item in header.items):
        raise Refused("the ops are built in a `with` block that changes")
    return header.with_changes(body=cst.IndentedBlock(inner), leading_lines=[])


def _leave(builder: Builder, edits: Edits, rename: dict[str, str]) -> None:
    """Takes the ops out of where they were, and lets the run use and feed what is built elsewhere."""
    plan = builder.plan
    for one in plan.removed:
        edits.remove(one)
    for use in builder.uses():
        if use.value in rename:
            edits.replace(use, expression(rename[use.value]))
    for part, name in plan.fetches.items():
        edits.replace(part, expression(rename.get(name, name)))
    if plan.feeds:
        edits.change(plan.runs[0], lambda run: with_feeds(run, plan.feeds, rename))
