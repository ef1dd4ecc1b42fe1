"""How often a loop may go round: by what it goes over, else by what that is called."""

from __future__ import annotations

import ast
import re

from tensorleak.check.syntax import call_arguments, last_name
from tensorleak.check.values import FEW, MANY, SOME, UNKNOWN, Value

FEW_ROUNDS = 32
# Which argument is gone through, of what shows progress or leaves some elements out.
WRAPPERS = {
    **dict.fromkeys(("tqdm", "track", "progressbar", "alive_it", "islice", "compress", "chain"), 0),
    **dict.fromkeys(("takewhile", "dropwhile", "filterfalse"), 1),
}
LONG = 1000  # rounds that nobody calls few, whatever the name says
EPOCHS = re.compile(
    r"(^|_)(epochs?|folds?|n_?splits|max_?len(gth)?|seq_?len(gth)?|time_?steps|depth|replicas|ensemble\w*|models|octaves?)(_|$)",
    re.IGNORECASE,
)
STRUCTURE = re.compile(
    r"(^|_)(layers?|heads|gpus|blocks?|stages?|classes|dims?|channels|scales|levels?|variables?|vars?|dicts?|weights|gradients|grads|params?|"
    r"parameters|item)(_|$)",
    re.IGNORECASE,
)
STREAMS = re.compile(
    r"(data_?sets?|batches|loader|generator|stream|queue|iterator|reader|requests|steps|episodes|frames|(^|_)ds)$",
    re.IGNORECASE,
)


def rounds(node: ast.expr, iterable: Value) -> int:
    """How often a loop over this may go round."""
    if iterable.kind == "range":
        return range_size(node, iterable)
    if iterable.kind in ("generator", "dataset", "iterator", "queue"):
        return FEW if iterable.options.get("few") else MANY
    if iterable.kind == "array" and "size" in iterable.options:
        return array_size(iterable.options["size"])
    if iterable.kind in ("enumeration", "zip"):
        sizes = [rounds(part, value) for part, value in zip(call_arguments(node), iterable.items or [], strict=False)]
        return min(sizes) if sizes else UNKNOWN
    if isinstance(node, ast.Tuple | ast.List | ast.Set | ast.Dict):
        return FEW if len(getattr(node, "elts", None) or getattr(node, "keys", [])) <= FEW_ROUNDS else UNKNOWN
    if iterable.kind in ("tuple", "list", "dict") and iterable.options.get("literal"):
        return FEW
    name = last_name(node.func if isinstance(node, ast.Call) else node)
    if name in WRAPPERS and len(call_arguments(node)) > WRAPPERS[name]:
        return rounds(call_arguments(node)[WRAPPERS[name]], iterable)
    if name == "split":
        return SOME  # folds
    if name in ("items", "keys", "values", "iteritems", "itervalues", "iterkeys", "viewitems") and isinstance(
        node, ast.Call
    ):
        return FEW  # what a program holds in a table: end points, devices, settings
    if STRUCTURE.search(name):
        return FEW
    if EPOCHS.search(name):
        return SOME
    return MANY if STREAMS.search(name) else UNKNOWN


def array_size(length: object) -> int:
    """How long an array is that was made with a size."""
    if not isinstance(length, int):
        return MANY
    return FEW if length <= FEW_ROUNDS else UNKNOWN


def range_size(node: ast.expr, value: Value) -> int:
    """How long a range is: a literal tells, a name such as `epochs` hints."""
    if isinstance(value.const, int) and value.const <= FEW_ROUNDS:
        return FEW
    if isinstance(value.const, int) and value.const > LONG:
        return MANY
    for part in call_arguments(node):
        for name in ast.walk(part):
            if isinstance(name, ast.Name | ast.Attribute) and STRUCTURE.search(last_name(name)):
                return FEW
            if isinstance(name, ast.Name | ast.Attribute) and EPOCHS.search(last_name(name)):
                return SOME
    return MANY
