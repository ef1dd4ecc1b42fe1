"""Functions of the language and of its standard library: loops are made of them, numbers and containers."""

from __future__ import annotations

import ast
from math import prod
from typing import TYPE_CHECKING

from tensorleak.check import names
from tensorleak.check.library.call import ApiFunction, ApiMethod, Call
from tensorleak.check.library.effects import works
from tensorleak.check.library.iterables import advance
from tensorleak.check.library.makers import made
from tensorleak.check.values import ANY, CALLABLE, MANY, NONE, NOTHING, TENSORS, Loop, Value, all_varying, likely

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

FEW_TAKEN = 16
FEW_VARIABLES = 8  # of one network among those of a graph, where they are counted
WAITING = 1000  # rounds of a loop that waits for seconds in each


def _range(run: Interpreter, call: Call) -> Value:
    bounds = [value.const for value in call.arguments]
    length = None
    if len(bounds) == 1 and isinstance(bounds[0], int):
        length = bounds[0]
    elif len(bounds) >= 2 and isinstance(bounds[0], int) and isinstance(bounds[1], int):
        step = bounds[2] if len(bounds) > 2 and isinstance(bounds[2], int) and bounds[2] else 1
        length = abs(bounds[1] - bounds[0]) // abs(step)
    found = Value("range", const=length, varies=all_varying(call.arguments))
    found.options["default"] = call.arguments[-1].options.get("default") if call.arguments else None
    if length is None:
        found.options["likely"] = likely_length(call.arguments)
        found.options["step"] = likely(call.arguments[2]) if len(call.arguments) > 2 else None
    return found


def likely_length(bounds: list[Value]) -> float | None:
    """How long a range plausibly is: from a start that is not known, at most to its end."""
    known = [likely(value) for value in bounds]
    end = known[1] if len(known) > 1 else known[0] if known else None
    start = known[0] if len(known) > 1 else None
    step = known[2] if len(known) > 2 else None
    return abs(end - (start or 0)) / (abs(step or 1) or 1) if end is not None else None


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
    found = Value("number", varies=inner.varies, const=inner.const if call.name == "int" else None)
    found.options.update({name: inner.options[name] for name in ("most", "bounded") if name in inner.options})
    if call.name in ("int", "round", "float"):
        found.options["likely"] = likely(inner)
    return found


def _length(run: Interpreter, call: Call) -> Value:
    if call.first.kind == "api" and call.first.name == "sys.argv":
        return Value("number", const=FEW_TAKEN)
    if call.first.options.get("structure"):
        return Value("number", const=FEW_VARIABLES)
    known = call.first.options.get("length", call.first.options.get("size"))
    constant = known if isinstance(known, int) and not call.first.shapes and not call.first.grows else None
    return Value("number", varies=call.first.shapes, const=constant)


def _extreme(run: Interpreter, call: Call) -> Value:
    found, parts = call.first, call.arguments
    asked(run, call, found)
    if found.kind in ("generator", "list", "tuple") and found.items:
        inner = found.items[0]
        return Value(inner.kind, varies=inner.varies, items=inner.items) if inner.kind in ("number", "tuple") else inner
    if len(parts) > 1 and not any(value.kind in TENSORS for value in parts):
        whole = not any(value.name == "float" for value in parts)
        capped = call.name == "min" and whole and not all(value.varies for value in parts)
        found = Value("number", varies=NOTHING if capped else all_varying(parts))  # a batch, and the rest at the end
        bounds = [value.const for value in parts if isinstance(value.const, int)]
        found.options["most"] = min(bounds) if call.name == "min" and bounds else highest(parts)
        return found
    return found


def highest(parts: list[Value]) -> int | None:
    """The highest number that the largest of these can be, where that is known of each."""
    bounds = [value.const if value.const is not None else value.options.get("most") for value in parts]
    whole = [bound for bound in bounds if isinstance(bound, int)]
    return max(whole) if len(whole) == len(parts) else None


def _text(run: Interpreter, call: Call) -> Value:
    return Value("text", varies=all_varying(call.arguments))


def _container(run: Interpreter, call: Call) -> Value:
    inner = call.first
    kind = call.name if call.name in ("dict", "tuple") else "list"
    items = [*(inner.items or []), *call.keywords.values()] if kind == "dict" else list(inner.items or [])
    value = Value(kind, items=items, born=run.loops, place=run.place(call.node), shapes=inner.shapes)
    if isinstance(inner.const if inner.kind == "range" else inner.options.get("length"), int) and not inner.shapes:
        value.options["length"] = inner.const if inner.kind == "range" else inner.options["length"]
    value.options.update({name: inner.options[name] for name in ("folds", "likely") if "folds" in inner.options})
    value.varies = inner.varies if kind == "tuple" else NOTHING
    if kind == "dict":
        value.options["key"] = inner.options.get("key")
        if inner.kind == "zip" and inner.items and len(inner.items) == 2:
            keys, rows = inner.items
            value.items, value.options["key"] = (
                list(rows.items or [ANY]),
                Value(varies=keys.varies | frozenset(keys.born)),
            )
        known = inner.options.get("fields")
        value.options["fields"] = {**(known if isinstance(known, dict) else {}), **call.keywords}
    asked(run, call, inner)
    value.options["traced"] = run.traced
    value.options["literal"] = bool(call.keywords) and len(call.keywords) <= 16 and not call.arguments
    return value


def asked(run: Interpreter, call: Call, rows: Value) -> None:
    """`sorted(agents, key=fitness)` calls a function for every element."""
    key = call.keywords.get("key")
    if key is not None and key.kind in CALLABLE:
        run.call(key, list(rows.items[:1]) if rows.items else [ANY], {}, call.node)


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
    if inner.kind == "range":  # `next(itertools.count())`: another number each time
        return Value("number", varies=frozenset(run.loops))
    element = inner.items[0] if inner.kind == "generator" and inner.items else Value(varies=frozenset(run.loops))
    advance(run, inner, element, call.node)
    return element


def _super(run: Interpreter, call: Call) -> Value:
    value = Value("super", items=[run.lookup("self")])
    current = run.active[-1] if run.active else 0
    function = next((known for known in run.frame.module.functions.values() if id(known) == current), None)
    value.target = function.cls if function else None
    return value


def _record(run: Interpreter, call: Call) -> Value:
    """`namedtuple("Lease", "session customer")`: a class of tuples whose places have names."""
    record = Value("record")
    places = call.node.args[1:2] if isinstance(call.node, ast.Call) else []
    for part in places:
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            record.options["names"] = part.value.replace(",", " ").split()
        elif isinstance(part, ast.List | ast.Tuple):
            firsts = [one.elts[0] if isinstance(one, ast.Tuple) and one.elts else one for one in part.elts]
            record.options["names"] = [one.value for one in firsts if isinstance(one, ast.Constant)]
    return record


def _sleep(run: Interpreter, call: Call) -> Value:
    """A loop that waits for seconds in each round goes round less often."""
    given = next(iter(getattr(call.node, "args", ())), None)
    short = isinstance(given, ast.Constant) and isinstance(given.value, int | float) and given.value < 1
    for loop in run.loops[-1:]:
        if isinstance(loop.node, ast.While) and loop.likely is None and not short:
            loop.likely = float(WAITING)
    return NONE


def _lines(run: Interpreter, call: Call) -> Value:
    line = Value("text", varies=frozenset((Loop("lines", call.node, run.frame.module, MANY, "lines of a file"),)))
    return Value("generator", items=[line])


def _type(run: Interpreter, call: Call) -> Value:
    """`type(self)`: the class of an object of the project."""
    one = call.first
    return Value("class", one.name, one.target) if one.kind == "instance" and one.target is not None else ANY


def _id(run: Interpreter, call: Call) -> Value:
    """A number of its own for each object that is there."""
    return Value("number", varies=call.first.varies | frozenset(call.first.born))


def _address(run: Interpreter, call: Call) -> Value:
    """The parts of an address: whoever splits one asks for its path, of which a server has some, apart from what is asked."""
    asked = Value("text", varies=all_varying(call.arguments))
    value = Value("address", call.name)
    value.attrs = {"path": Value("text"), "netloc": Value("text"), "query": asked, "fragment": asked}
    return value


def _words(run: Interpreter, receiver: Value, call: Call) -> Value:
    varies = receiver.varies | all_varying(call.everything())
    if call.name in ("split", "splitlines", "rsplit"):
        return Value("list", items=[Value("text", varies=varies)], born=run.loops, shapes=varies)
    return Value("text", varies=varies)


def _data(run: Interpreter, receiver: Value, call: Call) -> Value:
    return Value("python data", varies=receiver.varies)


FUNCTIONS: dict[str, ApiFunction] = {
    **dict.fromkeys(("range", "xrange", "tqdm.trange", "tqdm.auto.trange", "tqdm.notebook.trange"), _range),
    **dict.fromkeys((*names.TRANSPARENT, "joblib.delayed"), _same),
    **dict.fromkeys(("itertools.cycle", "itertools.repeat"), _cycle),
    **dict.fromkeys(("float", "int", "bool", "round", "sum"), _number),
    **dict.fromkeys(("min", "max"), _extreme),
    **dict.fromkeys(("str", "repr"), _text),
    **dict.fromkeys(("list", "dict", "set", "tuple", "sorted", "reversed"), _container),
    **dict.fromkeys(("collections.namedtuple", "typing.NamedTuple"), _record),
    **dict.fromkeys(("urllib.parse.urlsplit", "urllib.parse.urlparse"), _address),
    "enumerate": _enumerate,
    "id": _id,
    "itertools.count": _count,
    "itertools.product": _product,
    "iter": _iterator,
    "len": _length,
    "next": _next,
    "open": _lines,
    "super": _super,
    "time.sleep": _sleep,
    "type": _type,
    "zip": _zip,
}
METHODS: dict[str, ApiMethod] = {"text": _words, "python data": _data}
