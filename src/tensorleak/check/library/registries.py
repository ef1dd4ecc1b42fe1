"""Registries of the standard library: what is handed to them stays until the program ends, or until somebody takes it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tensorleak.check.library.call import ApiFunction, ApiMethod, Call
from tensorleak.check.values import ANY, Value, hold

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

# What objects take in, by what makes them, beside the methods that all containers have.
TAKING = {
    **dict.fromkeys(
        ("contextlib.ExitStack", "contextlib.AsyncExitStack"), frozenset(("callback", "push", "enter_context"))
    ),
    "sched.scheduler": frozenset(("enter", "enterabs")),
    "selectors.DefaultSelector": frozenset(("register",)),
}
GIVING_BACK = frozenset("close aclose pop_all unregister cancel".split())


def keep(run: Interpreter, registry: Value, call: Call) -> None:
    """A registry takes in functions and what they are to be called with."""
    element = Value("tuple", items=call.everything())
    run.tell("kept", call.node, name=call.name, value=registry, element=element)
    hold(registry, element)


def _at_exit(run: Interpreter, call: Call) -> Value:
    keep(run, Value("list", "atexit"), call)
    return call.first


def _finalize(run: Interpreter, call: Call) -> Value:
    watched = call.first  # it goes with the object, unless it refers to the object itself
    rest = Call(call.name, call.arguments[1:], call.keywords, call.node)
    bound = any(watched in (value.items or ()) for value in rest.everything())
    if bound or not watched.born:
        keep(run, Value("list", "weakref.finalize", born=() if bound else watched.born), rest)
    return ANY


def _into_list(run: Interpreter, call: Call) -> Value:
    """`bisect.insort(rows, row)` and `heapq.heappush(heap, row)` add to a list as `append` does."""
    if call.first.kind == "list" and len(call.arguments) > 1:
        run.tell("kept", call.node, name=call.name, value=call.first, element=call.arguments[1])
        hold(call.first, call.arguments[1])
    return ANY


def _future(run: Interpreter, call: Call) -> Value:
    """A task keeps what its coroutine has in hand, and later what it returned."""
    return Value("future", items=[call.first, *call.first.arguments], born=run.loops, place=run.place(call.node))


def _future_method(run: Interpreter, receiver: Value, call: Call) -> Value:
    if call.name == "add_done_callback":
        keep(run, Value("list", "done callbacks", born=receiver.born), call)
    return receiver.items[0] if call.name == "result" and receiver.items else ANY


FUNCTIONS: dict[str, ApiFunction] = {
    "atexit.register": _at_exit,
    "weakref.finalize": _finalize,
    **dict.fromkeys(("bisect.insort", "bisect.insort_left", "bisect.insort_right", "heapq.heappush"), _into_list),
    **dict.fromkeys(("asyncio.create_task", "asyncio.ensure_future"), _future),
}
METHODS: dict[str, ApiMethod] = {"future": _future_method}
