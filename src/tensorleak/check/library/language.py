"""Functions of the language and of its standard library: loops are made of them, numbers and containers."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from tensorleak.check import names
from tensorleak.check.library.call import ApiFunction, ApiMethod, Call
from tensorleak.check.library.effects import works
from tensorleak.check.library.makers import made
from tensorleak.check.values import ANY, MANY, NOTHING, TENSORS, Loop, Value, all_varying

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

FEW_TAKEN = 16


def _range(run: Interpreter, call: Call) -> Value:
    bounds = [value.const for value in call.arguments]
    length = None
    if len(bounds) == 1 and isinstance(bounds[0], int):
        length = bounds[0]
    elif len(bounds) >= 2 and isinstance(bounds[0], int) and isinstance(bounds[1], int):
        step = bounds[2] if len(bounds) > 2 and isinstance(bounds[2], int) and bounds[2] else 1
        length = abs(bounds[1] - bounds[0]) // abs(step)
    return Value("range", const=length)


def _count(run: Interpreter, call: Call) -> Value:
    return Value("range")


def _product(run: Interpreter, call: Call) -> Value:
    parts = call.arguments
    sizes = [len(value.items or ()) if value.options.get("literal") else FEW_TAKEN + 1 for value in parts]
    value = Value("list", items=[Value("tuple", items=[(part.items or [ANY])[0] for part in parts])])
    value.options["literal"] = prod(sizes) <= 2 * FEW_TAKEN
    return value


def _same(run: Interpreter, call: Call) -> Value:
    return call.arguments[0] if call.arguments else call.keywords.get("iterable", ANY)


def _cycle(run: Interpreter, call: Call) -> Value:
    return Value("generator", items=list(call.first.items or [call.first]))


def _enumerate(run: Interpreter, call: Call) -> Value:
    return Value("enumeration", items=call.arguments[:1])


def _zip(run: Interpreter, call: Call) -> Value:
    return Value("zip", items=call.arguments)


def _number(run: Interpreter, call: Call) -> Value:
    inner = call.first
    if inner.kind in TENSORS or inner.kind == "array":
        works(run, busy=inner.kind != "array")
        return Value("number", varies=NOTHING if inner.options.get("finite") else frozenset(run.loops[-1:]))
    return Value("number", varies=inner.varies, const=inner.const if call.name == "int" else None)


def _length(run: Interpreter, call: Call) -> Value:
    return Value("number", varies=call.first.shapes)


def _extreme(run: Interpreter, call: Call) -> Value:
    found, parts = call.first, call.arguments
    if found.kind in ("generator", "list", "tuple") and found.items:
        inner = found.items[0]
        return Value(inner.kind, varies=inner.varies, items=inner.items) if inner.kind in ("number", "tuple") else inner
    if len(parts) > 1 and not any(value.kind in TENSORS for value in parts):
        whole = not any(value.name == "float" for value in parts)
        capped = call.name == "min" and whole and not all(value.varies for value in parts)
        return Value("number", varies=NOTHING if capped else all_varying(parts))  # a batch, and the rest at the end
    return found


def _text(run: Interpreter, call: Call) -> Value:
    return Value("text", varies=all_varying(call.arguments))


def _container(run: Interpreter, call: Call) -> Value:
    inner = call.first
    kind = call.name if call.name in ("dict", "tuple") else "list"
    items = [*(inner.items or []), *call.keywords.values()] if kind == "dict" else list(inner.items or [])
    value = Value(kind, items=items, born=run.loops, place=run.place(call.node), shapes=inner.shapes)
    if kind == "dict":
        known = inner.options.get("fields")
        value.options["fields"] = {**(known if isinstance(known, dict) else {}), **call.keywords}
    value.options["traced"] = run.traced
    value.options["literal"] = bool(call.keywords) and len(call.keywords) <= 16 and not call.arguments
    return value


def _iterator(run: Interpreter, call: Call) -> Value:
    if len(call.arguments) == 2:  # until a sentinel comes
        return Value("generator", items=[ANY])
    if call.first.kind == "dataset":
        return made(run, "iterator", Call("iter", call.arguments, {}, call.node))
    return call.first


def _next(run: Interpreter, call: Call) -> Value:
    inner = call.first
    if inner.kind in ("iterator", "dataset"):
        return Value("tensor")
    return inner.items[0] if inner.kind == "generator" and inner.items else ANY


def _super(run: Interpreter, call: Call) -> Value:
    value = Value("super", items=[run.lookup("self")])
    current = run.active[-1] if run.active else 0
    function = next((known for known in run.frame.module.functions.values() if id(known) == current), None)
    value.target = function.cls if function else None
    return value


def _record(run: Interpreter, call: Call) -> Value:
    return Value("record")


def _lines(run: Interpreter, call: Call) -> Value:
    line = Value("text", varies=frozenset((Loop("lines", call.node, run.frame.module, MANY, "lines of a file"),)))
    return Value("generator", items=[line])


def _words(run: Interpreter, receiver: Value, call: Call) -> Value:
    varies = receiver.varies | all_varying(call.everything())
    if call.name in ("split", "splitlines", "rsplit"):
        return Value("list", items=[Value("text", varies=varies)], born=run.loops, shapes=varies)
    return Value("text", varies=varies)


def _data(run: Interpreter, receiver: Value, call: Call) -> Value:
    return Value("python data", varies=receiver.varies)


FUNCTIONS: dict[str, ApiFunction] = {
    **dict.fromkeys(("range", "tqdm.trange", "tqdm.auto.trange", "tqdm.notebook.trange"), _range),
    **dict.fromkeys(names.TRANSPARENT, _same),
    **dict.fromkeys(("itertools.cycle", "itertools.repeat"), _cycle),
    **dict.fromkeys(("float", "int", "bool", "round", "sum"), _number),
    **dict.fromkeys(("min", "max"), _extreme),
    **dict.fromkeys(("str", "repr"), _text),
    **dict.fromkeys(("list", "dict", "set", "tuple", "sorted", "reversed"), _container),
    **dict.fromkeys(("collections.namedtuple", "typing.NamedTuple"), _record),
    "enumerate": _enumerate,
    "itertools.count": _count,
    "itertools.product": _product,
    "iter": _iterator,
    "len": _length,
    "next": _next,
    "open": _lines,
    "super": _super,
    "zip": _zip,
}
METHODS: dict[str, ApiMethod] = {"text": _words, "python data": _data}
