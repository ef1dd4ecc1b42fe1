"""A list that collects tensors while a function is traced becomes a `tf.TensorArray`: shown only, as a sketch."""

from __future__ import annotations

import libcst as cst

from tensorleak.fix.containers import container
from tensorleak.fix.edits import Edits, statement
from tensorleak.fix.outcome import Refusal, Rewrite, Safety
from tensorleak.fix.request import Refused, Request


def rewrite(request: Request) -> Rewrite | Refusal:
    """Shows the append as a write to a TensorArray that the function would make, write to and return."""
    found = container(request)
    call = found.growth
    if found.kind != "list" or not isinstance(call, cst.Call) or len(call.args) != 1:
        raise Refused("the line appends nothing to a list")
    if isinstance(call.args[0].value, cst.Tuple):
        raise Refused("what is appended is more than one tensor")
    spelled = request.names.tensorflow("TensorArray")
    if spelled is None:
        raise Refused("the file does not import TensorFlow")
    one = request.statement
    assert isinstance(one, cst.SimpleStatementLine)
    dtype = request.names.tensorflow("float32")
    make = statement(f"array = {spelled}({dtype}, size=0, dynamic_size=True)")
    put = statement(f"array = array.write(array.size(), {request.code(call.args[0].value)})")
    edits = Edits()
    edits.insert_before(one, [make.with_changes(leading_lines=one.leading_lines)])
    edits.replace(one, put.with_changes(trailing_whitespace=one.trailing_whitespace))
    return request.rewrite(
        edits,
        Safety.SHOWN,
        f"Return a TensorArray instead of appending to `{found.name}`",
        "a sketch: make the array before the loop, write to it in each round, and return `array.stack()` to the caller",
    )
