"""Iterators of the standard library: what a loop over them gets is what they were made of."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tensorleak.check.elements import element_of
from tensorleak.check.library.call import ApiFunction, ApiMethod, Call
from tensorleak.check.library.effects import works
from tensorleak.check.values import ANY, MANY, Loop, Value, any_of, around

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

FEW_TAKEN = 32
MOST_BRANCHES = 8


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
        return around(copied(any_of(parts)), parts)
    items = [item for part in parts for item in part.items or ()]
    whole = Value("list", items=items, born=run.loops, shapes=any_of(parts).shapes)
    whole.options["literal"] = bool(parts) and all(part.options.get("literal") for part in parts)
    return around(whole, parts)


def _pairs(run: Interpreter, call: Call) -> Value:
    return Value("zip", items=[call.first, call.first])


def _zip_longest(run: Interpreter, call: Call) -> Value:
    return Value("zip", items=call.arguments)


def _accumulate(run: Interpreter, call: Call) -> Value:
    return call.first if call.first.kind == "range" else Value("generator", items=call.first.items)


def _tee(run: Interpreter, call: Call) -> Value:
    """Several iterators over one: what one of them has given waits for the others."""
    count = call.given("n", 1)
    number = count.const if count is not None and isinstance(count.const, int) else 2
    waiting = Value("list", "tee", born=run.loops, place=run.place(call.node))
    waiting.options.update(registry=True, ahead={index: set() for index in range(number)})
    branches = []
    for index in range(min(number, MOST_BRANCHES)):
        branch = copied(call.first)
        branch.kind, branch.options["tee"] = "generator", (waiting, index)
        branches.append(branch)
    return Value("tuple", items=branches)


def advance(run: Interpreter, iterable: Value, element: Value, node: ast.AST) -> None:
    """An iterator gives an element: a generator does its work, and of brothers made by `tee` the others have it wait."""
    for part in (iterable, *(iterable.items or ())) if iterable.kind in ("enumeration", "zip") else (iterable,):
        if part.options.get("busy"):
            works(run)
        found = part.options.get("tee")
        if isinstance(found, tuple) and run.share == 1.0:
            waiting, index = found
            waiting.options["ahead"][index].update(run.loops[-1:])
            waiting.bounded = bool(set.intersection(*waiting.options["ahead"].values()))
            run.tell("kept", node, name="next", value=waiting, element=element)


def _generator(run: Interpreter, receiver: Value, call: Call) -> Value:
    """`generator.send(value)`: what its `yield` gives, as it turns out."""
    received = receiver.options.get("received")
    if call.name != "send" or not isinstance(received, Value):
        return ANY
    if not received.kind:
        sent = call.first
        received.kind, received.name, received.target, received.items = sent.kind, sent.name, sent.target, sent.items
        received.attrs, received.options, received.born = sent.attrs, sent.options, sent.born
    return any_of(receiver.items or [])


METHODS: dict[str, ApiMethod] = {"generator": _generator}
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
    "itertools.tee": _tee,
    "itertools.zip_longest": _zip_longest,
    "filter": _second,
}
