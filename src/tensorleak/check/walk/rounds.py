"""How often a loop may go round: by what it goes over, else by what that is called."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tensorleak.check.syntax import call_arguments, dotted, last_name
from tensorleak.check.values import FEW, MANY, SOME, UNKNOWN, Value, likely

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

FEW_ROUNDS = 32
# Which argument is gone through, of what shows progress or leaves some elements out.
WRAPPERS = {
    **dict.fromkeys(("tqdm", "track", "progressbar", "alive_it", "islice", "compress", "chain"), 0),
    **dict.fromkeys(("takewhile", "dropwhile", "filterfalse"), 1),
}
FOLDS = 5.0  # of scikit-learn, where nothing else is asked for
SPLITTER = re.compile(r"(^|_)(s?k_?folds?|skf|kf|cv|folds?|splitter|cross_?val\w*)$", re.IGNORECASE)
PASS = 1000  # rounds of one pass over data whose size is not known: files, batches, rows
WORK_LIST = 100  # ... until a list of work is done
RECORDS = 0.01  # share of the rounds in which something is better than ever before
SELDOM = 100  # rounds from one `step % interval == 0` to the next where nothing tells the interval
EXHAUSTED = frozenset(("OutOfRangeError", "StopIteration", "EOFError"))  # how data tells that there is no more of it
LASTING = re.compile(r"step|iter|episode|frame|trial|request|game", re.IGNORECASE)
LONG = 1000  # rounds that nobody calls few, whatever the name says
EPOCHS = re.compile(
    r"(^|_)(epochs?|k?folds?|n_?splits|max_?len(gth)?|seq_?len(gth)?|time_?steps|depth|replicas|ensemble\w*|models|octaves?)(_|$)",
    re.IGNORECASE,
)
STRUCTURE = re.compile(
    r"(^|_)(layers?|heads|gpus|workers|processes|threads|actors|envs|blocks?|stages?|classes|dims?|channels|scales|levels?|variables?|vars?|dicts?|weights|gradients|grads|params?|"
    r"parameters|item)(_|$)",
    re.IGNORECASE,
)
STREAMS = re.compile(
    r"(data_?sets?|batches|loader|generator|stream|queue|iterator|reader|requests|steps|episodes|frames|(^|_)ds)$",
    re.IGNORECASE,
)


def rounds(node: ast.expr, iterable: Value) -> int:
    """How often a loop over this may go round."""
    if "folds" in iterable.options:
        return FEW
    if iterable.kind == "range":
        return range_size(node, iterable)
    if iterable.kind in ("generator", "dataset", "iterator", "queue"):
        return FEW if iterable.options.get("few") else MANY
    if iterable.kind == "array" and "size" in iterable.options:
        return array_size(iterable.options["size"])
    if iterable.kind in ("enumeration", "zip"):
        sizes = [rounds(part, value) for part, value in zip(call_arguments(node), iterable.items or [], strict=False)]
        if sizes:
            return min(sizes)
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
    if STRUCTURE.search(name) or name == "argv":
        return FEW
    if EPOCHS.search(name):
        return SOME
    return MANY if STREAMS.search(name) else UNKNOWN


def is_folds(node: ast.expr, iterable: Value) -> bool:
    """Whether a loop over this is a cross-validation, as far as `enumerate` and `zip` go: each round trains a model of its own."""
    inner = iterable.items or () if iterable.kind in ("enumeration", "zip") else (iterable,)
    if any("folds" in part.options for part in inner):
        return True
    call = next((part for part in (node, *call_arguments(node)) if is_split(part)), None)
    return call is not None


def is_split(node: ast.expr) -> bool:
    """`kfold.split(rows, labels)`, of a cross-validator of which only its name is known."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr != "split":
        return False
    return bool(node.args) and bool(SPLITTER.search(last_name(node.func.value)))


def plausible(node: ast.expr, iterable: Value, target: str = "") -> float | None:
    """How often a loop over this goes round in a plausible run; None where nothing gives a sign of it."""
    if "folds" in iterable.options or is_split(node):
        found = iterable.options.get("likely")
        return found if isinstance(found, float) else FOLDS
    if iterable.kind == "range":
        return plausible_range(node, iterable, target)
    if iterable.kind in ("enumeration", "zip"):
        pairs = zip(call_arguments(node), iterable.items or [], strict=False)
        known = [found for part, value in pairs if (found := plausible(part, value)) is not None]
        return min(known) if known else None
    if iterable.kind in ("list", "tuple", "dict"):
        length = iterable.options.get("length")
        return float(length) if isinstance(length, int) and not iterable.shapes and not iterable.grows else None
    name = last_name(node.func if isinstance(node, ast.Call) else node)
    if name in WRAPPERS and len(call_arguments(node)) > WRAPPERS[name]:
        return plausible(call_arguments(node)[WRAPPERS[name]], iterable, target)
    return None


def plausible_range(node: ast.expr, value: Value, target: str) -> float | None:
    """How long a range is: by constants and defaults, else by whether it is called, or counts, steps, which go on for long."""
    found = likely(value)
    if found is not None:
        return found
    while isinstance(node, ast.Call) and last_name(node.func) in WRAPPERS and node.args:
        node = node.args[0]
    named = [target, *(last_name(part) for word in call_arguments(node) for part in ast.walk(word))]
    if not any(named) or any(pattern.search(name) for pattern in (LASTING, EPOCHS, STRUCTURE) for name in named):
        return None  # as many as the size of such a loop says
    step = value.options.get("step")
    return PASS / step if isinstance(step, float) and step >= 1 else float(PASS)


def counted(run: Interpreter, node: ast.While) -> float | None:
    """How often `while step < 100:` goes round whose body counts the steps; `while todo:` is done when that is empty."""
    tests = node.test.values if isinstance(node.test, ast.BoolOp) and isinstance(node.test.op, ast.And) else [node.test]
    counters = {
        dotted(part.target)
        for statement in node.body
        for part in ast.walk(statement)
        if isinstance(part, ast.AugAssign) and isinstance(part.op, ast.Add)
    }
    if runs_out(node.body):
        return float(PASS)
    for test in tests:
        if not isinstance(test, ast.Compare) or len(test.ops) != 1:
            continue
        if isinstance(test.ops[0], ast.Gt | ast.NotEq) and is_length(test.left):
            return float(WORK_LIST)
        if isinstance(test.ops[0], ast.Lt | ast.LtE) and dotted(test.left) in counters:
            found = likely(run.evaluate(test.comparators[0]))
            if found is not None:
                return found
    return None


def runs_out(body: Sequence[ast.stmt]) -> bool:
    """Whether a loop ends with its data: `except tf.errors.OutOfRangeError: break`."""
    handlers = (part for node in body if isinstance(node, ast.Try) for part in node.handlers)
    return any(
        last_name(handler.type) in EXHAUSTED and isinstance(handler.body[-1], ast.Break | ast.Return)
        for handler in handlers
        if handler.type is not None
    )


def is_length(node: ast.expr) -> bool:
    """`len(...)`."""
    return isinstance(node, ast.Call) and last_name(node.func) == "len"


def share_of(run: Interpreter, test: ast.expr) -> float:
    """Of the rounds of a loop those in which a condition holds: a tenth for `step % 10 == 0`, seldom where the divisor is not known."""
    for part in test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]:
        turn = part.operand if isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not) else None
        if isinstance(part, ast.Compare) and len(part.ops) == 1 and isinstance(part.ops[0], ast.Eq):
            turn = part.left if isinstance(part.comparators[0], ast.Constant | ast.BinOp) else None
        if isinstance(turn, ast.BinOp) and isinstance(turn.op, ast.Mod):
            divisor = likely(run.evaluate(turn.right))
            return 1.0 / max(SELDOM if divisor is None else divisor, 1.0)
    return 1.0


def is_record(test: ast.expr, body: Sequence[ast.stmt]) -> bool:
    """`if loss < best: best = loss` and `if loss <= min(losses):` hold ever more seldom."""
    if not isinstance(test, ast.Compare) or len(test.ops) != 1:
        return False
    sides = [test.left, test.comparators[0]]
    if any(isinstance(side, ast.Call) and last_name(side.func) in ("min", "max") for side in sides):
        return True
    names = {dotted(side) for side in sides} - {""}
    return any(
        isinstance(node, ast.Assign) and {dotted(node.targets[0]), dotted(node.value)} == names and len(names) == 2
        for node in body
    )


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
    default = value.options.get("default")
    if isinstance(default, int) and default > FEW_ROUNDS:
        return MANY  # `int(sys.argv[1]) if len(sys.argv) > 1 else 260`, whatever it is called
    for part in call_arguments(node) or [node]:
        for name in ast.walk(part):
            if isinstance(name, ast.Name | ast.Attribute) and STRUCTURE.search(last_name(name)):
                return FEW
            if isinstance(name, ast.Name | ast.Attribute) and EPOCHS.search(last_name(name)):
                return SOME
    return MANY
