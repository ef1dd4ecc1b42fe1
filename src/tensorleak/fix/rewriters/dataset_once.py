"""A dataset that is made again in every round is made once, before the loop or in `__init__`."""

from __future__ import annotations

import libcst as cst

from tensorleak.fix.edits import Edits
from tensorleak.fix.feeding import started_anew
from tensorleak.fix.motion import check_fixed, varying_in_loop
from tensorleak.fix.nodes import find, only
from tensorleak.fix.outcome import Refusal, Rewrite, Safety
from tensorleak.fix.request import Refused, Request
from tensorleak.fix.scopes import binding_count, target_names

STEPS = frozenset(
    [
        "map",
        "batch",
        "shuffle",
        "repeat",
        "prefetch",
        "cache",
        "filter",
        "take",
        "skip",
        "from_generator",
        "from_tensor_slices",
        "range",
    ]
)


def rewrite(request: Request) -> Rewrite | Refusal:
    """Moves the statement that makes the dataset in front of the outermost loop in which nothing of it changes."""
    one, assign = request.statement, only(request.statement, cst.Assign)
    loops = request.loops(one)
    if assign is None or not isinstance(one, cst.SimpleStatementLine):
        raise Refused("the dataset is not made by a statement of its own")
    if not loops:
        return started_anew(request)
    if any(
        isinstance(call.func, cst.Name) and call.func.value in {"iter", "next"} for call in find(assign.value, cst.Call)
    ):
        raise Refused("an iterator is made: it would not start again in the next round")
    names = [name for target in assign.targets for name in target_names(target.target)]
    place = None
    for loop in loops:
        _check(request, assign, names, loop, first=place is None)
        place = loop if _is_fixed(request, assign, names, loop) else place
    edits = Edits()
    edits.remove(one)
    assert place is not None
    edits.insert_before(place, [one])
    return request.rewrite(
        edits,
        Safety.UNSAFE,
        "Make the dataset once, before the loop",
        "a shuffled dataset goes on with its random order instead of starting it again",
    )


def _is_fixed(request: Request, assign: cst.Assign, names: list[str], loop: cst.For | cst.While) -> bool:
    try:
        _check(request, assign, names, loop, first=True)
    except Refused:
        return False
    return True


def _check(request: Request, assign: cst.Assign, names: list[str], loop: cst.For | cst.While, first: bool) -> None:
    if not first:
        return
    if any(binding_count(loop, name) != 1 for name in names):
        raise Refused(f"`{names[0]}` is assigned in several places")
    check_fixed(request, _without_steps(assign.value), varying_in_loop(request, loop) - set(names), loop)


def _without_steps(node: cst.BaseExpression) -> cst.BaseExpression:
    """The methods of a dataset give a dataset: what matters is what they are called on and with."""
    parts: list[cst.BaseExpression] = []
    while isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value in STEPS:
        parts.extend(arg.value for arg in node.args)
        node = node.func.value
    return cst.Tuple([cst.Element(part) for part in (node, *parts)])
