"""Buffers in memory that are written to as files are, and keep all that was written until they are cut; pictures of cameras."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tensorleak.check.library.call import ApiFunction, ApiMethod, Call
from tensorleak.check.values import ANY, Value

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

WRITING = frozenset(("write", "writelines"))
CUTTING = frozenset(("close", "seek", "truncate"))  # whoever goes back to its beginning writes over it
FRAME = 640.0 * 480 * 3  # bytes of a picture of a webcam


def _buffer(run: Interpreter, call: Call) -> Value:
    return Value("buffer", born=run.loops, place=run.place(call.node))


def _used(run: Interpreter, receiver: Value, call: Call) -> Value:
    if call.name in CUTTING:
        receiver.bounded = True
    elif call.name in WRITING and receiver.name:  # an attribute; a function's own is what the function is for
        run.tell("kept", call.node, name=call.name, value=receiver, element=call.first)
    return ANY if call.name in WRITING else Value("python data", varies=frozenset(run.loops))


def frame(run: Interpreter) -> Value:
    """What a camera gives: whether there is another picture, and the picture."""
    picture = Value("array", "", varies=frozenset(run.loops), born=run.loops)
    picture.options["bytes"] = FRAME
    return Value("tuple", items=[Value("number", varies=frozenset(run.loops)), picture])


FUNCTIONS: dict[str, ApiFunction] = dict.fromkeys(("io.BytesIO", "io.StringIO"), _buffer)
METHODS: dict[str, ApiMethod] = {"buffer": _used}
