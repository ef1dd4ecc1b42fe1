"""A tensor computed from its own last value (`x = tf.add(x, 1)`) is built once, and its last value is fed back."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from tensorleak.fix.building import Feed, fetched, is_run, with_feeds
from tensorleak.fix.edits import Edits, statement
from tensorleak.fix.motion import check_fixed, fresh_name, varying_in_loop
from tensorleak.fix.nodes import find, only, walk
from tensorleak.fix.outcome import Rewrite, Safety
from tensorleak.fix.request import Loop, Refused, Request
from tensorleak.fix.scopes import binding_count, free

REASON = "the value goes through Python in every round, which may cost time, and is rounded to what the session returns"


@dataclass(frozen=True)
class Carried:
    """The statement that carries a tensor on, and the one run of the loop that fetches it."""

    name: str
    step: cst.SimpleStatementLine
    assign: cst.Assign
    run: cst.Call
    result: cst.Assign


def feed_back(loop: Loop, request: Request) -> Rewrite:
    """Builds the step in front of the loop and feeds each round the value of the last."""
    carried = _carried(request, loop)
    next_name = fresh_name(request, f"next_{carried.name}")
    value_name = fresh_name(request, f"{carried.name}_value")
    session = request.code(carried.run.func).rpartition(".")[0]
    made = carried.assign.with_changes(targets=[cst.AssignTarget(cst.Name(next_name))])
    first = statement(f"{value_name} = {session}.run({carried.name})")
    edits = Edits()
    edits.insert_before(loop, [carried.step.with_changes(body=[made]), first])
    edits.remove(carried.step)
    edits.replace(carried.run.args[0].value, cst.Name(next_name))
    feed = Feed(carried.name, "", "", cst.Name(value_name))
    edits.change(carried.run, lambda run: with_feeds(run, [feed], {}))
    edits.change(
        carried.result, lambda one: one.with_changes(targets=[*one.targets, cst.AssignTarget(cst.Name(value_name))])
    )
    return request.rewrite(
        edits, Safety.UNSAFE, f"Build the step of `{carried.name}` once and feed its value back", REASON
    )


def _carried(request: Request, loop: Loop) -> Carried:
    step, assign = request.statement, only(request.statement, cst.Assign)
    if assign is None or not isinstance(step, cst.SimpleStatementLine) or request.parents[step] is not loop.body:
        raise Refused("the step is not taken in every round")
    target = assign.targets[0].target
    if len(assign.targets) != 1 or not isinstance(target, cst.Name) or target.value not in free(assign.value):
        raise Refused("the line carries no tensor on")
    if binding_count(loop, target.value) != 1:
        raise Refused(f"`{target.value}` is assigned in several places")
    check_fixed(request, assign.value, varying_in_loop(request, loop) - {target.value}, loop)
    run, result = _run(request, loop, target.value)
    _check_uses(request, loop, target.value, {*walk(step), *walk(run.args[0])})
    return Carried(target.value, step, assign, run, result)


def _run(request: Request, loop: Loop, name: str) -> tuple[cst.Call, cst.Assign]:
    runs = [call for call in find(loop, cst.Call) if is_run(call) and name in free(call)]
    if (
        len(runs) != 1
        or len(runs[0].args) != 1
        or request.code(runs[0].args[0].value) != name
        or len(fetched(runs[0])) != 1
    ):
        raise Refused(f"`{name}` is carried from one round to the next: make it a tf.Variable and assign to it")
    result = request.parents[runs[0]]
    if not isinstance(result, cst.Assign) or request.parents[request.parents[result]] is not loop.body:
        raise Refused(f"the value of `{name}` is not fetched in every round")
    check_fixed(request, runs[0].func, varying_in_loop(request, loop), loop)
    return runs[0], result


def _check_uses(request: Request, loop: Loop, name: str, known: set[cst.CSTNode]) -> None:
    """Refuses when the tensor is used after the loop, or elsewhere in it: it no longer stands for the last value."""
    scope = request.function(loop) or request.module
    for node in find(scope, cst.Name):
        if node.value == name and node not in known and request.line(node) >= request.line(loop):
            raise Refused(f"`{name}` is also used at line {request.line(node)}")
