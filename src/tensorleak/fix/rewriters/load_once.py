"""A model that is loaded again and again is loaded once: before the loop, or by a loader that remembers it."""

from __future__ import annotations

import libcst as cst

from tensorleak.fix.calling import to_caller
from tensorleak.fix.edits import Edits, expression, statement
from tensorleak.fix.motion import check_fixed, fresh_name, top_level, varying_in_loop
from tensorleak.fix.nodes import find, only
from tensorleak.fix.outcome import Refusal, Rewrite, Safety
from tensorleak.fix.request import Loop, Refused, Request
from tensorleak.fix.scopes import binding_count, parameters, target_names
from tensorleak.fix.sources import called_name

CHANGING = frozenset(
    ["fit", "compile", "set_weights", "load_weights", "train_on_batch", "add", "pop", "fit_generator", "reset_states"]
)
# Words in the names of functions that only use the model they are given.
USING = (
    *(
        "predict",
        "infer",
        "evaluat",
        "score",
        "classif",
        "detect",
        "recogni",
        "plot",
        "summary",
        "print",
        "show",
        "embed",
    ),
    *("extract", "generat", "convert", "decod", "encod", "sampl", "answer", "respon", "len", "isinstance", "type"),
)
REASON = "a file that changes on disk is no longer noticed, and all callers share one model"


def rewrite(request: Request) -> Rewrite | Refusal:
    """Moves the load out of the loop, or gives it a memory."""
    call = _load(request)
    if call is None:
        return _remembered_builder(request)
    _check_unchanged(request)
    loops = request.loops(request.statement)
    if loops:
        return _before_loop(request, call, loops)
    if only(request.statement, cst.Expr) is not None:
        return to_caller(request, "Load once, before the loop that calls", REASON)
    return _remembered(request, call)


def _load(request: Request) -> cst.Call | None:
    for call in find(request.statement, cst.Call):
        name = request.names.called(call)
        if name.startswith(("keras.", "tensorflow.", "tensorflow_hub.")) and name.rpartition(".")[2] in {
            "load_model",
            "load",
        }:
            return call
    return None


def _check_unchanged(request: Request) -> None:
    """Refuses when the model is trained or changed, which must not touch what others use."""
    assign = only(request.statement, cst.Assign)
    names = {name for target in assign.targets for name in target_names(target.target)} if assign else set()
    scope = request.function(request.statement) or request.module
    for call in find(scope, cst.Call):
        func = call.func
        if (
            isinstance(func, cst.Attribute)
            and func.attr.value in CHANGING
            and isinstance(func.value, cst.Name)
            and func.value.value in names
        ):
            raise Refused(f"`{request.code(func)}` at line {request.line(call)} changes the model")
    _check_handed_on(request, scope, names)
    for target in find(scope, cst.AssignTarget):
        if (
            isinstance(target.target, cst.Attribute)
            and isinstance(target.target.value, cst.Name)
            and target.target.value.value in names
        ):
            raise Refused(f"`{request.code(target.target)}` is assigned to, which changes the model")


def _check_handed_on(request: Request, scope: cst.CSTNode, names: set[str]) -> None:
    """Refuses when the model is handed to something that may train it, such as an agent; a function of the file is looked into."""
    for call in find(scope, cst.Call):
        for arg in call.args:
            if isinstance(arg.value, cst.Name) and arg.value.value in names and _may_train(request, call):
                raise Refused(
                    f"`{request.code(call.func)}` at line {request.line(call)} gets the model, and may train it"
                )


def _may_train(request: Request, call: cst.Call) -> bool:
    name = called_name(call) or ""
    known = request.sources.function_named(name)
    if known is not None:
        return any(
            isinstance(one.func, cst.Attribute) and one.func.attr.value in CHANGING - {"add", "pop"}
            for one in find(known.body, cst.Call)
        )
    return not any(word in name.lower() for word in USING)


def _before_loop(request: Request, call: cst.Call, loops: list[Loop]) -> Rewrite:
    one = request.statement
    assign = only(one, cst.Assign)
    if not isinstance(one, cst.SimpleStatementLine) or (assign is None and only(one, cst.Expr) is None):
        raise Refused("the load is part of a larger statement")
    names = [name for target in assign.targets for name in target_names(target.target)] if assign else []
    value = assign.value if assign else call
    place: Loop | None = None
    reason: Refused | None = None
    for loop in loops:
        try:
            check_fixed(request, value, varying_in_loop(request, loop) - set(names), loop)
        except Refused as refused:
            reason = reason or refused
            break
        if any(binding_count(loop, name) != 1 for name in names):
            raise Refused(f"`{names[0]}` is assigned in several places")
        place = loop
    if place is None:
        raise reason or Refused("the load is not in a loop")
    edits = Edits()
    edits.remove(one)
    edits.insert_before(place, [one])
    return request.rewrite(edits, Safety.UNSAFE, "Load the model once, before the loop", REASON)


def _remembered(request: Request, call: cst.Call) -> Rewrite:
    """`functools.lru_cache` of size one: another path loads another model and lets the old one go."""
    for arg in call.args:
        if arg.star or any(True for _ in find(arg.value, cst.List)) or any(True for _ in find(arg.value, cst.Dict)):
            raise Refused(f"`{request.code(arg)}` cannot be the key of a cache")
        if arg.keyword is not None and arg.keyword.value == "custom_objects":
            raise Refused("`custom_objects` cannot be the key of a cache")
    if request.function(request.statement) is None:
        raise Refused("the load is neither in a loop nor in a function")
    _check_nobody_trains(request)
    edits = Edits()
    name = fresh_name(request, "_load_model")
    cache = _lru_cache(request, edits)
    made = statement(f"{name} = {cache}(maxsize=1)({request.code(call.func)})")
    above = top_level(request, request.statement)
    edits.insert_before(above, [_apart(made, above)])
    edits.replace(call.func, expression(name))
    return request.rewrite(edits, Safety.UNSAFE, "Remember the model that was loaded last", REASON)


def _check_nobody_trains(request: Request) -> None:
    """The model may leave the function: then nobody in the file may change a model at all."""
    function = request.function(request.statement)
    assign = only(request.statement, cst.Assign)
    names = {name for target in assign.targets for name in target_names(target.target)} if assign else set()
    assert function is not None
    kept = assign is not None and any(not isinstance(target.target, cst.Name) for target in assign.targets)
    returned = assign is None or any(
        isinstance(value, cst.Name) and value.value in names
        for one in find(function, cst.Return)
        for value in _parts(one.value)
    )
    if kept:
        raise Refused("the model is kept by an object or container: loading once would not let go of it")
    if returned:
        _check_no_training(request, function)


def _parts(value: cst.BaseExpression | None) -> list[cst.BaseExpression | None]:
    """What is returned, one by one."""
    return [one.value for one in value.elements] if isinstance(value, cst.Tuple | cst.List) else [value]


def _check_no_training(request: Request, besides: cst.FunctionDef) -> None:
    inside = set(find(besides, cst.Call))
    for call in find(request.module, cst.Call):
        func = call.func
        if call not in inside and isinstance(func, cst.Attribute) and func.attr.value in CHANGING - {"add", "pop"}:
            raise Refused(f"`{request.code(func)}` at line {request.line(call)} may change the shared model")


def _lru_cache(request: Request, edits: Edits) -> str:
    spelled = request.names.spelling("functools.lru_cache")
    if spelled is None:
        edits.import_module("functools")
    return spelled or "functools.lru_cache"


def _apart(made: cst.SimpleStatementLine, above: cst.CSTNode) -> cst.SimpleStatementLine:
    if isinstance(above, cst.FunctionDef | cst.ClassDef):
        return made.with_changes(leading_lines=[line for line in above.leading_lines if line.comment is None])
    return made


def _check_plain(request: Request, function: cst.FunctionDef) -> None:
    """Refuses what gives, or may give, another model for each caller."""
    name = function.name.value
    if request.method_class(function) is not None:
        raise Refused(f"`{name}` is a method: each object has a model of its own")
    if function.decorators:
        raise Refused(f"`{name}` is decorated")
    if parameters(function):
        raise Refused(f"`{name}` has parameters, which decide about the model")


def _remembered_builder(request: Request) -> Rewrite | Refusal:
    """A function without parameters that builds a model gets to build it once."""
    function = request.function(request.statement)
    if function is None or not isinstance(function, cst.FunctionDef):
        raise Refused("the line loads no model")
    _check_plain(request, function)
    if not any(one.value is not None for one in find(function.body, cst.Return)):
        raise Refused(f"`{function.name.value}` does not return the model")
    _check_no_training(request, function)
    edits = Edits()
    cache = _lru_cache(request, edits)
    decorator = cst.Decorator(expression(f"{cache}(maxsize=1)"))
    edits.change(function, lambda one: one.with_changes(decorators=[decorator]))
    return request.rewrite(
        edits, Safety.UNSAFE, f"Let `{function.name.value}` build the model once", "all callers share one model"
    )
