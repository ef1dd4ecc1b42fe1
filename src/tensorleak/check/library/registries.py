"""Registries of the standard library: what is handed to them stays until the program ends, or until somebody takes it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tensorleak.check.library.call import ApiFunction, ApiMethod, Call
from tensorleak.check.values import ANY, NONE, Value, hold

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

# What objects take in, by what makes them, beside the methods that all containers have.
TAKING = {
    **dict.fromkeys(
        ("contextlib.ExitStack", "contextlib.AsyncExitStack"), frozenset(("callback", "push", "enter_context"))
    ),
    "sched.scheduler": frozenset(("enter", "enterabs")),
    "selectors.DefaultSelector": frozenset(("register",)),
    "pickle.Pickler": frozenset(("dump",)),  # it remembers objects, to write each of them once
    "functools.singledispatch": frozenset(("register",)),
}
GIVING_BACK = frozenset("close aclose pop_all unregister cancel clear_memo reset_mock".split())
MOCKS = tuple(f"unittest.mock.{name}" for name in ("Mock", "MagicMock", "AsyncMock", "create_autospec"))


def keep(run: Interpreter, registry: Value, call: Call) -> None:
    """A registry takes in functions and what they are to be called with."""
    element = Value("tuple", items=call.everything())
    registry.options["registry"] = True
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


def connected(run: Interpreter, signal: Value, call: Call) -> None:
    """`signal.connect(receiver, weak=False)`: what calls receivers back, and would not keep them if it were not told to."""
    weak = call.keywords.get("weak")
    if weak is not None and weak.const is False:
        keep(run, Value("list", "listeners", born=signal.born), call)


def dispatching(function: Value) -> Value:
    """What `functools.singledispatch` makes of a function: it has one implementation for each class that is registered."""
    registry = Value("list", function.name, born=function.born)
    registry.options["maker"] = "functools.singledispatch"
    function.attrs = {"register": Value("bound", "register", items=[registry])}
    return function


def _closing(run: Interpreter, call: Call) -> Value:
    return Value("closing", call.name, items=[call.first], born=run.loops)


def _mock(run: Interpreter, call: Call) -> Value:
    """A stand-in, which remembers what it was called with."""
    calls = Value("list", "mock_calls", born=run.loops, place=run.place(call.node))
    return Value("mock", call.name, items=[calls], born=run.loops)


def called_mock(run: Interpreter, mock: Value, call: Call) -> Value:
    """A call of a stand-in, or of one of its attributes: all are remembered by the one that was made."""
    if mock.items:
        keep(run, mock.items[0], call)
    return mock


def _reset(run: Interpreter, receiver: Value, call: Call) -> Value:
    for calls in receiver.items or ():
        calls.bounded = True
    return NONE


def _context_variable(run: Interpreter, receiver: Value, call: Call) -> Value:
    """A context variable gives back what it was set to; `set` gives a token, which refers to what it was before."""
    receiver.items = receiver.items or []
    if call.name == "set":
        receiver.items[:] = [call.first]
        return Value("token", items=receiver.items, born=run.loops)
    return receiver.items[0] if call.name == "get" and receiver.items else ANY


def _new_future(run: Interpreter, call: Call) -> Value:
    return Value("future", born=run.loops, place=run.place(call.node))


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
    **dict.fromkeys(("asyncio.Future", "concurrent.futures.Future"), _new_future),
    **dict.fromkeys(MOCKS, _mock),
    "contextlib.closing": _closing,
}
METHODS: dict[str, ApiMethod] = {"context variable": _context_variable, "future": _future_method, "mock": _reset}
