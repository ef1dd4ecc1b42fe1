"""Keras's global state is cleared before each new model: shown only, for it breaks every model that is still in use."""

from __future__ import annotations

import libcst as cst

from tensorleak.fix.edits import Edits, statement
from tensorleak.fix.nodes import find
from tensorleak.fix.outcome import Refusal, Rewrite, Safety
from tensorleak.fix.request import Loop, Refused, Request
from tensorleak.fix.scopes import target_names

HOLDING = frozenset(["model", "net", "network", "keras_model", "output", "outputs", "layers", "get_layer"])
WORKING = frozenset(["predict", "fit", "evaluate", "train_on_batch", "predict_on_batch"])


def rewrite(request: Request) -> Rewrite | Refusal:
    """Shows `clear_session()` as the first statement of the loop that builds the model."""
    loop = _loop(request)
    if not isinstance(loop.body, cst.IndentedBlock):
        raise Refused("the loop has no block of its own")
    _check_in_use(request, loop)
    names = request.names
    spelled = names.spelling("tensorflow.keras.backend.clear_session") or names.spelling("keras.backend.clear_session")
    edits = Edits()
    if spelled is None:
        spelled = (names.spelling("tensorflow.compat.v1.keras.backend.clear_session")) or "keras.backend.clear_session"
        if spelled.startswith("keras."):
            edits.import_module("keras")
    edits.insert_before(loop.body.body[0], [statement(f"{spelled}()")])
    return request.rewrite(
        edits,
        Safety.SHOWN,
        "Clear Keras's state before each model",
        "clear_session() breaks every model that is still in use, in this thread and in others",
    )


def _check_in_use(request: Request, loop: Loop) -> None:
    """Refuses when the loop works with a model that may have been made before it: that one would be broken in the first round."""
    made = {name for node in find(loop.body, cst.Assign) if isinstance(node.value, cst.Call) for name in _names(node)}
    for attribute in find(loop.body, cst.Attribute):
        owner: cst.BaseExpression = attribute.value
        while isinstance(owner, cst.Subscript | cst.Attribute):
            owner = owner.value
        older = isinstance(owner, cst.Name) and owner.value not in made | {"self"}
        imported = isinstance(owner, cst.Name) and request.names.is_import(owner.value)
        if older and not imported and attribute.attr.value in HOLDING | WORKING:
            what = f"`{request.code(attribute)}` at line {request.line(attribute)}"
            raise Refused(f"{what} is of something that was there before the round, and may be a model in use")


def _names(assign: cst.Assign) -> set[str]:
    return {name for target in assign.targets for name in target_names(target.target)}


def _loop(request: Request) -> Loop:
    """The loop around the line, or around the one call of the function it is in, some calls away."""
    place: cst.CSTNode = request.statement
    for _ in range(6):
        loops = request.loops(place)
        if loops:
            return loops[-1]
        function = request.function(place)
        if function is None:
            break
        calls = request.sources.calls_of(function)
        if len(calls) != 1:
            break
        place = calls[0]
    raise Refused("this file does not show one loop that builds the models")
