"""A list that collects tensors while a function is traced becomes a `tf.TensorArray`: shown only, as a sketch."""

from __future__ import annotations

import libcst as cst

from tensorleak.fix.containers import container
from tensorleak.fix.edits import Edits
from tensorleak.fix.outcome import Refusal, Rewrite, Safety
from tensorleak.fix.request import Refused, Request


def rewrite(request: Request) -> Rewrite | Refusal:
    """Shows the append as a write to a TensorArray that the function would make, write to and return."""
    found = container(request)
    call = found.growth
    if found.kind != "list" or not isinstance(call, cst.Call) or len(call.args) != 1:
        raise Refused("the line appends nothing to a list")
    spelled = request.names.tensorflow("TensorArray")
    if spelled is None:
        raise Refused("the file does not import TensorFlow")
    name = "array"
    element = request.code(call.args[0].value)
    code = f"{name} = {spelled}(tf.float32, size=0, dynamic_size=True)".replace("tf.float32", request.names.tensorflow("float32") or "tf.float32")
    edits = Edits()
    make = cst.parse_statement(code)
    put = cst.parse_statement(f"{name} = {name}.write({name}.size(), {element})  # return {name}.stack() to the caller")
    edits.insert_before(request.statement, [make, put])  # type: ignore[list-item]
    edits.remove(request.statement)
    return request.rewrite(
        edits,
        Safety.SHOWN,
        f"Return a TensorArray instead of appending to `{found.name}`",
        "a list outside of the traced function keeps symbolic tensors of every trace; what the caller needs is a return value",
    )
