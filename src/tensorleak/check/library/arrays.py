"""Arrays of NumPy, and random numbers: of which size they are, and whether that changes."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tensorleak.check.library.call import ApiMethod, Call
from tensorleak.check.values import NOTHING, Value, all_shapes, all_varying, any_of

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

ARRAY_MAKERS = frozenset(
    "zeros ones empty full random normal uniform rand randn standard_normal integers randint random_sample "
    "choice permutation arange linspace lognormal poisson binomial exponential".split()
)
REDUCTIONS = frozenset(
    "mean sum max min std var median average prod argmax argmin ptp count_nonzero percentile quantile nanmean nansum nanmax "
    "nanmin nanstd nanmedian all any allclose norm trace amax amin".split()
)
ALONG_AXES = frozenset("mean sum max min std var argmax argmin".split())
RESHAPING = frozenset("astype copy flatten ravel reshape squeeze swapaxes transpose".split())  # the same numbers
SINGLE = frozenset("integers randint random uniform normal".split())  # numbers, when no size is asked for
DRAWING = frozenset("choice permutation sample".split())
SIZE_LAST = {
    "choice": 1,
    "uniform": 2,
    "normal": 2,
    "linspace": 2,
    "integers": 2,
    "randint": 2,
    "lognormal": 2,
    "full": 0,
}
RANDOM_NUMBERS = frozenset(
    "random.random random.randint random.randrange random.uniform random.gauss random.normalvariate".split()
)
WHOLE = frozenset(("randint", "randrange"))  # ... of which there are as many as between their bounds
FINITE = 256  # as many values as a cache may well hold


def random_number(run: Interpreter, bounds: list[Value], whole_numbers: bool = True) -> Value:
    """A number that differs from round to round, unless it has but few values to choose from."""
    given = [value.const if value.const is not None else value.options.get("most") for value in bounds[:2]]
    whole = [abs(bound) for bound in given if isinstance(bound, int)]
    most = max(whole) if whole and len(whole) == len(given) else None
    few = most is not None and most <= FINITE
    found = Value("number", varies=NOTHING if few else frozenset(run.loops))
    found.options["most"] = most
    if most is None and bounds and whole_numbers:
        found.options["bounded"] = True  # by a number that is not known
    return found


def drawn(run: Interpreter, call: Call) -> Value | None:
    """What is drawn from a few things that are written out, or from numbers up to a known one; None for anything else."""
    if call.last_name in DRAWING and call.first.options.get("literal"):
        element = any_of(call.first.items or [])
    elif call.last_name in (*DRAWING, "integers", "randint") and call.first.kind == "number":
        element = random_number(run, call.arguments if call.last_name not in DRAWING else [call.first])
    else:
        return None
    single = call.last_name not in ("permutation", "sample") and not size_argument(call.last_name, call)
    if single:
        return element
    value = Value("array", call.name)
    value.options["element"] = element
    return value


def new_array(run: Interpreter, call: Call) -> Value:
    """An array; of a changing size when its size argument changes."""
    last = call.last_name
    picked = drawn(run, call) if call.name.startswith("np.random.") else None
    if picked is not None:
        return picked
    if last in REDUCTIONS and len(call.arguments) <= 2 and "axis" not in call.keywords and not has_axis(call):
        return Value("number")
    size = size_argument(last, call)
    if not size and last in SINGLE:
        return Value("number", varies=frozenset(run.loops))
    value = Value("array", call.name)
    if last == "arange" and len(call.arguments) > 1:
        value.options["size"] = steps_of(call)
    elif size:
        sized(value, size)
    elif last != "pad":  # whoever pads, pads to something
        made_of(value, call.arguments)
    return value


def steps_of(call: Call) -> int | None:
    """The length of `arange(start, stop, step)`, where its bounds are written out or plausible."""
    bounds = [number_of(*pair) for pair in zip(getattr(call.node, "args", ()), call.arguments, strict=False)]
    if len(bounds) not in (2, 3) or None in bounds:
        return None
    start, stop, step = [*(bound or 0.0 for bound in bounds), 1.0][:3]
    return int(abs(stop - start) / abs(step)) if step else None


def number_of(node: ast.AST, value: Value) -> float | None:
    """A number that is written out, or that is known to be a constant."""
    found = node.value if isinstance(node, ast.Constant) else value.const
    return float(found) if isinstance(found, int | float) else None


def has_axis(call: Call) -> bool:
    """Whether a reduction is given an axis by its place."""
    return len(call.arguments) == 2 and call.last_name not in ("percentile", "quantile", "allclose")


def sized(value: Value, size: list[Value]) -> None:
    """Gives an array its dimensions."""
    value.shapes = all_varying(size)
    value.options["size"] = size[0].const
    if all(isinstance(part.const, int) for part in size):
        value.options["shape"] = [part.const for part in size]


def made_of(value: Value, parts: list[Value]) -> None:
    """Gives an array the shape of what it is made of."""
    value.shapes = all_shapes(parts)
    value.varies = all_varying(parts)
    if parts and parts[0].kind == "array":
        value.options.update(parts[0].options)
    elif parts and parts[0].kind in ("list", "tuple") and "length" in parts[0].options:
        value.options["size"] = parts[0].options["length"]
    elif len(parts) == 1 and isinstance(parts[0].const, int):
        sized(value, parts)  # `np.hanning(9)`


def size_argument(last: str, call: Call) -> list[Value]:
    """The dimensions that a maker of arrays is given, wherever it takes them."""
    given = call.keywords.get("size") or call.keywords.get("shape")
    if given is None and last in ("rand", "randn"):
        return call.arguments
    if given is None and last in SIZE_LAST:
        given = call.arguments[SIZE_LAST[last]] if len(call.arguments) > SIZE_LAST[last] else None
    elif given is None and last == "eye" and call.arguments:
        return [call.first, call.first]
    elif given is None and last in ARRAY_MAKERS and call.arguments:
        given = call.first
    if given is None:
        return []
    return list(given.items) if given.kind in ("tuple", "list") and given.items else [given]


def reduced(shape: list[object], call: Call) -> list[object]:
    """The shape after a reduction along some axes; the same for what keeps it."""
    if call.name not in ALONG_AXES:
        return shape
    axis = call.given("axis", 0)
    if axis is None:
        return []
    given = [part.const for part in axis.items or []] if axis.kind == "tuple" else [axis.const]
    gone = {index % len(shape) for index in given if isinstance(index, int)} if shape else set()
    return [size for index, size in enumerate(shape) if index not in gone]


def _array(run: Interpreter, receiver: Value, call: Call) -> Value:
    if call.name in REDUCTIONS and not call.arguments and not call.keywords:
        return Value("number")
    if call.name == "tobytes":  # what somebody makes a key of
        return Value("python data", varies=frozenset(run.loops))
    if call.name in ("item", "tolist", "decode"):
        return Value("python data", varies=receiver.varies)
    value = Value("array", receiver.name if call.name in RESHAPING else "", shapes=receiver.shapes)
    shape = receiver.options.get("shape")
    if isinstance(shape, list):
        value.options["shape"] = reduced(shape, call)
    if is_flat(call):
        value.options["flat"] = True
    return value


def is_flat(call: Call) -> bool:
    """Whether a method gives an array of one dimension, whose elements are numbers."""
    if call.name in ("flatten", "ravel"):
        return True
    written = getattr(call.node, "args", [])
    return call.name == "reshape" and len(written) == 1 and ast.unparse(written[0]) in ("-1", "(-1,)", "[-1]")


def _generator_of_numbers(run: Interpreter, receiver: Value, call: Call) -> Value:
    if call.name in ("integers", "randint", "choice"):
        size = call.keywords.get("size")
        picked = drawn(run, call)
        if picked is not None:
            return picked
        if size is not None:
            return new_array(run, Call("np.random.normal", [], {"size": size}, call.node))
        return random_number(run, call.arguments) if call.name != "choice" else Value(varies=frozenset(run.loops))
    return new_array(run, Call(f"np.random.{call.name}", call.arguments, call.keywords, call.node))


def _random(run: Interpreter, receiver: Value, call: Call) -> Value:
    """A method of `random.Random(seed)`, as the functions of its module."""
    if call.name in ("choice", "choices", "sample", "getrandbits", "randbytes"):
        return Value(varies=frozenset(run.loops))
    return random_number(run, call.arguments, call.name in WHOLE)


METHODS: dict[str, ApiMethod] = {"array": _array, "generator_of_numbers": _generator_of_numbers, "random": _random}
