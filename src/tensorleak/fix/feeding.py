"""A dataset that a method makes of its argument is made once, and its iterator is started anew with each argument."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from tensorleak.fix.building import TYPES, fetched, is_run
from tensorleak.fix.edits import Edits, expression, statement
from tensorleak.fix.motion import check_attributes, fresh_name, initialiser, root_name, varying_in_function
from tensorleak.fix.nodes import find, only, walk
from tensorleak.fix.outcome import Rewrite, Safety
from tensorleak.fix.request import Refused, Request
from tensorleak.fix.scopes import free
from tensorleak.fix.values import Kind

REASON = "the dataset is built when the object is made, and no longer knows the shape of its elements beforehand"


@dataclass(frozen=True)
class Pipeline:
    """A dataset of an argument, the one-shot iterator over it, and the session that runs the iterator."""

    owner: cst.ClassDef
    dataset: cst.SimpleStatementLine
    following: cst.SimpleStatementLine
    data: cst.BaseExpression  # what the dataset is made of
    element: str  # the name of what the iterator gives
    uses: tuple[cst.Name, ...]
    session: str


def started_anew(request: Request) -> Rewrite:
    """Moves the pipeline to `__init__` behind a placeholder, and starts its iterator where it was made."""
    pipeline = _pipeline(request)
    made = initialiser(pipeline.owner)
    assert isinstance(made.body, cst.IndentedBlock)
    feed = f"self.{fresh_name(request, f'_{root_name(pipeline.data)}_input')}"
    iterator = f"self.{fresh_name(request, f'_{pipeline.element}_iterator')}"
    element = f"self.{fresh_name(request, f'_{pipeline.element}')}"
    edits = Edits()
    edits.insert_after(made.body.body[-1], _at_initialiser(request, pipeline, feed, iterator, element))
    start = f"{pipeline.session}.run({iterator}.initializer, {{{feed}: {request.code(pipeline.data)}}})"
    edits.replace(pipeline.dataset, statement(start))
    edits.remove(pipeline.following)
    for use in pipeline.uses:
        edits.replace(use, expression(element))
    title = f"Make the dataset once, in `{pipeline.owner.name.value}.__init__`, and start it anew"
    return request.rewrite(edits, Safety.UNSAFE, title, REASON)


def _at_initialiser(
    request: Request, pipeline: Pipeline, feed: str, iterator: str, element: str
) -> list[cst.SimpleStatementLine]:
    names = request.names
    placeholder, initializable = names.v1("placeholder"), names.v1("data.make_initializable_iterator")
    dtype = names.tensorflow(TYPES[request.values.of(pipeline.data).dtype or ""])
    dataset = only(pipeline.dataset, cst.Assign)
    assert dataset is not None
    value = dataset.value.deep_replace(pipeline.data, expression(feed))
    name = request.code(dataset.targets[0].target)
    return [
        statement(f"{feed} = {placeholder}({dtype})"),
        pipeline.dataset.with_changes(body=[dataset.with_changes(value=value)]),
        statement(f"{iterator} = {initializable}({name})"),
        pipeline.following.with_changes(body=statement(f"{element} = {iterator}.get_next()").body),
    ]


def _pipeline(request: Request) -> Pipeline:
    one, assign = request.statement, only(request.statement, cst.Assign)
    function = request.function(one)
    owner = request.method_class(function)
    if function is None or owner is None or assign is None or not isinstance(one, cst.SimpleStatementLine):
        raise Refused("the dataset is not made by a statement of its own in a method")
    following, element = _iterator(request, one, assign)
    data = _data(request, assign, function, owner)
    uses, session = _runs(request, function, element, {*walk(following)})
    return Pipeline(owner, one, following, data, element, uses, session)


def _iterator(
    request: Request, one: cst.SimpleStatementLine, assign: cst.Assign
) -> tuple[cst.SimpleStatementLine, str]:
    """The next statement, when it is `x = make_one_shot_iterator(dataset).get_next()`."""
    body = list(request.block(one).body)
    following = body[body.index(one) + 1] if body.index(one) + 1 < len(body) else None
    taken = only(following, cst.Assign) if following is not None else None
    code = request.code(taken.value) if taken is not None else ""
    name = request.code(assign.targets[0].target)
    one_shot = code.endswith(
        (f"make_one_shot_iterator({name}).get_next()", f"{name}.make_one_shot_iterator().get_next()")
    )
    if taken is None or not one_shot or not isinstance(taken.targets[0].target, cst.Name):
        raise Refused(
            "the dataset is not made in a loop of this function: make it once where the function is called from"
        )
    assert isinstance(following, cst.SimpleStatementLine)
    return following, taken.targets[0].target.value


def _data(request: Request, assign: cst.Assign, function: cst.FunctionDef, owner: cst.ClassDef) -> cst.BaseExpression:
    """What `from_tensor_slices` is given: plain data of a known type, and all that changes from call to call."""
    made = [call for call in find(assign.value, cst.Call) if _is_slices(call)]
    if len(made) != 1 or len(made[0].args) != 1:
        raise Refused("the dataset is not made of one array")
    data = made[0].args[0].value
    value = request.values.of(data)
    if value.kind is not Kind.PLAIN or value.dtype not in TYPES:
        raise Refused(f"the number type of `{request.code(data)}` is not evident: a placeholder needs it")
    rest = assign.value.deep_replace(data, cst.Name("None"))
    changing = free(rest) & varying_in_function(request, function)
    if changing:
        raise Refused(f"it depends on `{min(changing)}`, which changes")
    check_attributes(request, rest, owner)
    return data


def _is_slices(call: cst.Call) -> bool:
    return isinstance(call.func, cst.Attribute) and call.func.attr.value == "from_tensor_slices"


def _runs(
    request: Request, function: cst.FunctionDef, element: str, known: set[cst.CSTNode]
) -> tuple[tuple[cst.Name, ...], str]:
    """The places that fetch the element, and the one session, an attribute of `self`, that they use."""
    runs = [call for call in find(function, cst.Call) if is_run(call) and element in free(*fetched(call))]
    sessions = {request.code(call.func).rpartition(".")[0] for call in runs}
    inside = {node for call in runs for node in walk(call.args[0])}
    named = [node for node in find(function, cst.Name) if node.value == element and not request.is_label(node)]
    uses = tuple(node for node in named if node not in known)
    if len(sessions) != 1 or not all(node in inside for node in uses):
        raise Refused(f"`{element}` is not only fetched, by one session")
    return uses, sessions.pop()
