"""Figures of matplotlib: pyplot keeps each that it opens until somebody closes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tensorleak.check.library.call import ApiFunction, Call
from tensorleak.check.library.effects import closes
from tensorleak.check.values import ANY, NONE, Value

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

PYPLOT = ("matplotlib.pyplot", "pylab", "matplotlib.pylab")


def _figure(run: Interpreter, call: Call) -> Value:
    return opened(run, call, call.given("num", 0))


def _subplots(run: Interpreter, call: Call) -> Value:
    figure = opened(run, call, call.keywords.get("num"))
    return Value("tuple", items=[figure, ANY])


def opened(run: Interpreter, call: Call, number: Value | None) -> Value:
    """A figure; one with a number or a name of its own is the same in every round."""
    figure = Value("figure", call.name, born=run.loops, place=run.place(call.node))
    if number is None or number.kind == "none" or number.varies:
        run.tell("figure", call.node, name=call.name, value=figure)
    return figure


def _closed(run: Interpreter, call: Call) -> Value:
    closes(run)  # also `show`: who looks at a figure closes its window
    return NONE


FUNCTIONS: dict[str, ApiFunction] = {
    **{f"{module}.figure": _figure for module in PYPLOT},
    **{f"{module}.subplots": _subplots for module in PYPLOT},
    **{f"{module}.{name}": _closed for module in PYPLOT for name in ("close", "show")},
}
