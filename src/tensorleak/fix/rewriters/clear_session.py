"""Keras's global state is cleared before each new model: shown only, for it breaks every model that is still in use."""

from __future__ import annotations

import libcst as cst

from tensorleak.fix.edits import Edits, statement
from tensorleak.fix.outcome import Refusal, Rewrite, Safety
from tensorleak.fix.request import Loop, Refused, Request


def rewrite(request: Request) -> Rewrite | Refusal:
    """Shows `clear_session()` as the first statement of the loop that builds the model."""
    loop = _loop(request)
    if not isinstance(loop.body, cst.IndentedBlock):
        raise Refused("the loop has no block of its own")
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
    raise Refused("the loop that builds the models is not in this file")
