"""A `tf.function` made again and again is made once: before the loop, in `__init__`, or at the level of the module."""

from __future__ import annotations

import libcst as cst

from tensorleak.fix.edits import Edits, expression, statement
from tensorleak.fix.motion import (
    check_attributes,
    check_paths,
    fresh_name,
    initialiser,
    top_level,
    varying_in_function,
    varying_in_loop,
)
from tensorleak.fix.nodes import find, only, walk
from tensorleak.fix.outcome import Refusal, Rewrite, Safety
from tensorleak.fix.request import Loop, Refused, Request
from tensorleak.fix.scopes import binding_count, bound, changed_paths, free
from tensorleak.fix.traced import MAKER, decorator_of

REASON = "the function then keeps its traces for all callers, and what it captures is what it was when it was traced"


def rewrite(request: Request) -> Rewrite | Refusal:
    """Moves the definition to where all that it captures is known."""
    one, name = _definition(request)
    for node in walk(one):
        if isinstance(node, cst.Nonlocal | cst.Global):
            raise Refused(f"`{name}` assigns to names around it")
    loops = request.loops(one)
    function = request.function(one)
    if loops:
        return _before_loop(request, one, name, loops)
    if function is None:
        raise Refused(f"`{name}` is made once, at the level of the module")
    return _out_of_function(request, one, name, function)


def _definition(request: Request) -> tuple[cst.SimpleStatementLine | cst.FunctionDef, str]:
    one = request.statement
    if isinstance(one, cst.FunctionDef) and decorator_of(request, one) is not None:
        return one, one.name.value
    function = request.function(one)
    if function is not None and decorator_of(request, function) is not None and not isinstance(one, cst.FunctionDef):
        return function, function.name.value
    assign = only(one, cst.Assign)
    if assign is not None and request.names.called(assign.value) == MAKER and isinstance(one, cst.SimpleStatementLine):
        target = assign.targets[0].target
        if len(assign.targets) == 1 and isinstance(target, cst.Name):
            return one, target.value
    raise Refused("the line does not make a `tf.function` under a plain name")


def _before_loop(
    request: Request, one: cst.SimpleStatementLine | cst.FunctionDef, name: str, loops: list[Loop]
) -> Rewrite:
    place = None
    for loop in loops:
        captured = (free(one) - {name}) & varying_in_loop(request, loop)
        if captured:
            break
        check_paths(request, one, changed_paths(loop))
        place = loop
    if place is None:
        raise Refused(f"`{name}` captures {_list(captured)}, which changes in the loop")
    _check_single(request, one, name)
    edits = Edits()
    edits.remove(one)
    edits.insert_before(place, [one])
    if isinstance(one, cst.FunctionDef):
        _keep_apart(request, one, place, edits)
    return request.rewrite(edits, Safety.UNSAFE, f"Make `{name}` once, before the loop", REASON)


def _keep_apart(request: Request, one: cst.FunctionDef, place: Loop, edits: Edits) -> None:
    """The blank line that followed the definition in the loop follows it in front of the loop."""
    body = list(request.block(one).body)
    after = body[body.index(one) + 1] if body.index(one) + 1 < len(body) else None
    if isinstance(after, cst.SimpleStatementLine) and after.leading_lines and not after.leading_lines[0].comment:
        edits.change(after, lambda node: node.with_changes(leading_lines=node.leading_lines[1:]))
    edits.change(
        place, lambda node: node.with_changes(leading_lines=[cst.EmptyLine(indent=False), *node.leading_lines])
    )


def _check_single(request: Request, one: cst.CSTNode, name: str) -> None:
    scope = request.function(one)
    if binding_count(scope.body if scope else request.module, name) != 1:
        raise Refused(f"`{name}` is assigned in several places")


def _out_of_function(
    request: Request, one: cst.SimpleStatementLine | cst.FunctionDef, name: str, function: cst.FunctionDef
) -> Rewrite:
    captured = (free(one) - {name}) & varying_in_function(request, function)
    outer = request.function(function)
    while outer is not None:
        captured |= (free(one) - {name}) & varying_in_function(request, outer)
        outer = request.function(outer)
    if captured:
        raise Refused(f"`{name}` captures {_list(captured)}, which changes from call to call")
    if _is_returned(function, name):
        raise Refused(
            f"`{function.name.value}` returns `{name}`: one function for all callers would keep the traces of all"
        )
    _check_single(request, one, name)
    if "self" in free(one):
        return _in_initialiser(request, one, name, function)
    if name in bound(request.module):
        raise Refused(f"`{name}` has another meaning at the level of the module")
    edits = Edits()
    edits.remove(one)
    above = top_level(request, function)
    edits.insert_before(above, [_at_top(one)])
    return request.rewrite(edits, Safety.UNSAFE, f"Make `{name}` once, at the level of the module", REASON)


def _at_top(one: cst.SimpleStatementLine | cst.FunctionDef) -> cst.SimpleStatementLine | cst.FunctionDef:
    """With the blank lines that a definition at the top of a module has."""
    comments = [line for line in one.leading_lines if line.comment is not None]
    return one.with_changes(leading_lines=[cst.EmptyLine(indent=False), cst.EmptyLine(indent=False), *comments])


def _in_initialiser(
    request: Request, one: cst.SimpleStatementLine | cst.FunctionDef, name: str, function: cst.FunctionDef
) -> Rewrite:
    """What captures `self` alone belongs to the object."""
    owner = request.method_class(function)
    assign = only(one, cst.Assign)
    if owner is None or assign is None:
        raise Refused(f"`{name}` captures `self`, and is a function of its own")
    made = initialiser(owner)
    check_attributes(request, assign.value, owner)
    assert isinstance(made.body, cst.IndentedBlock)
    attribute = f"self.{fresh_name(request, f'_{name}_function')}"
    edits = Edits()
    kept = statement(f"{attribute} = {request.code(assign.value)}")
    edits.insert_after(made.body.body[-1], [kept])
    edits.replace(assign.value, expression(attribute))
    return request.rewrite(edits, Safety.UNSAFE, f"Make `{name}` once, in `{owner.name.value}.__init__`", REASON)


def _is_returned(function: cst.FunctionDef, name: str) -> bool:
    return any(isinstance(one.value, cst.Name) and one.value.value == name for one in find(function.body, cst.Return))


def _list(names: set[str]) -> str:
    return ", ".join(f"`{name}`" for name in sorted(names))
