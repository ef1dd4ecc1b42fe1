"""A queue gets a size, so that whoever fills it waits for whoever empties it."""

from __future__ import annotations

import libcst as cst

from tensorleak.fix.containers import Container, container
from tensorleak.fix.edits import Edits, expression
from tensorleak.fix.nodes import find
from tensorleak.fix.outcome import Refusal, Rewrite, Safety
from tensorleak.fix.request import Refused, Request

SIZE = 32


def rewrite(request: Request) -> Rewrite | Refusal:
    """Bounds the queue at the blamed line."""
    return bound(request, container(request))


def bound(request: Request, found: Container) -> Rewrite | Refusal:
    """Gives the queue a `maxsize`."""
    if found.kind != "queue":
        raise Refused(f"`{found.name}` is no queue")
    _check_puts(request, found)
    edits = Edits()
    for maker in found.makers:
        assert isinstance(maker, cst.Call)
        if maker.args:
            raise Refused(f"`{request.code(maker)}` has a size of its own")
        sized = expression(f"f(maxsize={SIZE})")
        assert isinstance(sized, cst.Call)
        edits.replace(maker, maker.with_changes(args=sized.args))
    return request.rewrite(
        edits,
        Safety.UNSAFE,
        f"Let `{found.name}` hold {SIZE} elements at most",
        "whoever puts then waits for whoever gets: both must run in threads or tasks of their own",
    )


def _check_puts(request: Request, found: Container) -> None:
    call = found.growth
    assert isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute)
    if call.func.attr.value == "put_nowait" or len(call.args) > 1:
        raise Refused("the queue is filled without waiting: a full one would raise an error")
    here = request.function(call)
    gets = [
        one
        for one in find(request.module, cst.Call)
        if isinstance(one.func, cst.Attribute) and one.func.attr.value in {"get", "get_nowait"} and not one.args
    ]
    if here is not None and any(request.function(one) is here for one in gets):
        raise Refused("the same function fills and empties the queue: it would wait for itself")
    if not gets:
        raise Refused("nothing in this file takes from the queue")
