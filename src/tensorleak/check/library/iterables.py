"""Iterators of the standard library: what a loop over them gets is what they were made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tensorleak.check.elements import element_of
from tensorleak.check.library.call import ApiFunction, Call
from tensorleak.check.values import ANY, MANY, Loop, Value, any_of

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

FEW_TAKEN = 32


def _first(run: Interpreter, call: Call) -> Value:
    return call.first


def _second(run: Interpreter, call: Call) -> Value:
    return call.arguments[1] if len(call.arguments) > 1 else ANY


def _islice(run: Interpreter, call: Call) -> Value:
    """`islice(iterable, stop)` and `islice(iterable, start, stop)`: as long as the iterable, if not cut short."""
    bounds = [value.const for value in call.arguments[1:3]]
    stop = bounds[-1] if bounds else None
    if not isinstance(stop, int):
        return call.first
    start = bounds[0] if len(bounds) > 1 and isinstance(bounds[0], int) else 0
    taken = Value("range", const=stop - start) if call.first.kind == "range" else copied(call.first)
    if stop - start <= FEW_TAKEN:
        taken.options.update(few=True, literal=True)
    return taken


def copied(value: Value) -> Value:
    """The same elements, of which fewer may be taken."""
    copy = Value(value.kind, value.name, items=value.items, varies=value.varies, shapes=value.shapes, born=value.born)
    copy.options = dict(value.options)
    return copy


def _chain(run: Interpreter, call: Call) -> Value:
    return joint(run, call, call.arguments)


def _chained(run: Interpreter, call: Call) -> Value:
    loop = Loop("loop", call.node, run.frame.module, MANY, "chained")
    return joint(run, call, [element_of(call.first, loop)])


def joint(run: Interpreter, call: Call, parts: list[Value]) -> Value:
    """One after the other: the parts themselves where they are of one kind."""
    if parts and len({part.kind for part in parts}) == 1 and parts[0].kind in ("dataset", "range", "generator"):
        return any_of(parts)
    items = [item for part in parts for item in part.items or ()]
    whole = Value("list", items=items, born=run.loops, shapes=any_of(parts).shapes)
    whole.options["literal"] = bool(parts) and all(part.options.get("literal") for part in parts)
    return whole


def _pairs(run: Interpreter, call: Call) -> Value:
    return Value("zip", items=[call.first, call.first])


def _zip_longest(run: Interpreter, call: Call) -> Value:
    return Value("zip", items=call.arguments)


def _accumulate(run: Interpreter, call: Call) -> Value:
    return call.first if call.first.kind == "range" else Value("generator", items=call.first.items)


FUNCTIONS: dict[str, ApiFunction] = {
    "itertools.accumulate": _accumulate,
    "itertools.chain": _chain,
    "itertools.chain.from_iterable": _chained,
    "itertools.compress": _first,
    "itertools.dropwhile": _second,
    "itertools.filterfalse": _second,
    "itertools.islice": _islice,
    "itertools.pairwise": _pairs,
    "itertools.takewhile": _second,
    "itertools.zip_longest": _zip_longest,
    "filter": _second,
}
