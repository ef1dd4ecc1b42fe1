"""Expressions, one handler each: what kind of value each is, and what happens on the way."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from tensorleak.check.elements import element_of
from tensorleak.check.events import Guard
from tensorleak.check.syntax import is_text, words
from tensorleak.check.values import (
    ANY,
    ARRAYS,
    CALLABLE,
    FEW,
    NOTHING,
    TENSORS,
    TEXT,
    Loop,
    Value,
    all_varying,
    any_of,
    by_key,
    content_of,
    hold,
    joined,
    lasting,
)
from tensorleak.check.walk.attributes import attribute, hinted
from tensorleak.check.walk.binding import bind
from tensorleak.check.walk.branches import decided
from tensorleak.check.walk.exceptions import pass_on
from tensorleak.check.walk.frame import Frame
from tensorleak.check.walk.guards import guard_of, rest_guard
from tensorleak.check.walk.lookup import lookup
from tensorleak.check.walk.operators import array_like, combined
from tensorleak.check.walk.rounds import plausible, rounds

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

FLOAT = Value("number", "float")
SHORT = 32  # letters of a text that may be a word by which a function chooses what it does
FEW_LISTED = 4  # functions of a table that are tried one after the other, where nobody knows which of them is meant
CALLED = CALLABLE | {"api", "class", "traced"}


def _name(run: Interpreter, node: ast.Name) -> Value:
    return lookup(run, node.id)


def _attribute(run: Interpreter, node: ast.Attribute) -> Value:
    return attribute(run, run.evaluate(node.value), node.attr, node)


def _binary(run: Interpreter, node: ast.BinOp) -> Value:
    return combined(run, node, run.evaluate(node.left), run.evaluate(node.right))


def _unary(run: Interpreter, node: ast.UnaryOp) -> Value:
    value = test(run, node.operand) if isinstance(node.op, ast.Not) else run.evaluate(node.operand)
    if isinstance(node.op, ast.Not):
        return negated(value)
    if isinstance(node.op, ast.USub) and isinstance(value.const, int | float) and not isinstance(value.const, bool):
        return Value("number", const=-value.const)
    return combined(run, node, value, value) if value.kind in TENSORS else value


def negated(value: Value) -> Value:
    """`not value`."""
    answer = Value("number", const=not value.const if isinstance(value.const, bool) else None)
    answer.options["answer"] = value.options.get("answer")
    return answer


def test(run: Interpreter, node: ast.expr) -> Value:
    """The value of a condition. That of a tensor in a graph of TensorFlow 1 is an error: a program that works does not come to it."""
    note_tested(run, node)
    return run.evaluate(node)


def note_tested(run: Interpreter, node: ast.expr) -> None:
    """Remembers the comparisons whose truth Python asks for."""
    if isinstance(node, ast.BoolOp):
        for part in node.values:
            note_tested(run, part)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        note_tested(run, node.operand)
    elif isinstance(node, ast.Compare):
        run.tested.add(id(node))


def _boolean(run: Interpreter, node: ast.BoolOp) -> Value:
    for part in node.values[:-1]:
        note_tested(run, part)
    parts = [run.evaluate(node.values[0])]
    guard = (Guard(True, depth=len(run.loops)),) if isinstance(node.op, ast.Or) else ()  # `known or make_it()`
    with run.changed(guards=(*run.guards, *guard)):
        parts += [run.evaluate(part) for part in node.values[1:]]
    if all(part.options.get("answer") == "known" and part.const is False for part in parts):
        return parts[0]  # neither of them
    return any_of(parts)


def _compare(run: Interpreter, node: ast.Compare) -> Value:
    left = run.evaluate(node.left)
    result: Value = Value("number")
    for operator, comparator in zip(node.ops, node.comparators, strict=True):
        right = run.evaluate(comparator)
        if isinstance(operator, ast.Lt | ast.LtE | ast.Gt | ast.GtE) and (
            left.kind in TENSORS or right.kind in TENSORS
        ):
            if run.mode == "graph" and id(node) in run.tested:
                continue
            result = combined(run, node, left, right)
        elif left.kind in ARRAYS:
            result = array_like(left, left.shapes)
    return result


def _conditional(run: Interpreter, node: ast.IfExp) -> Value:
    test(run, node.test)
    known = decided(run, node.test)
    if known is not None:
        return run.evaluate(node.body if known else node.orelse)
    first, second = guard_of(run, node.test), rest_guard(run, node.test)
    with run.changed(guards=(*run.guards, first) if first else run.guards):
        body = run.evaluate(node.body)
    with run.changed(guards=(*run.guards, second) if second else run.guards):
        other = run.evaluate(node.orelse)
    if body.kind == other.kind == "number" and body.const != other.const:
        number = Value("number", varies=body.varies | other.varies)
        number.options["default"] = body.const if other.const is None else other.const
        return number
    return joined(body, other)


def _subscript(run: Interpreter, node: ast.Subscript) -> Value:
    base, key = run.evaluate(node.value), run.evaluate(node.slice)
    if base.kind == "dict" and "factory" in base.options and isinstance(node.ctx, ast.Load):
        return made_by_table(run, base, key, node)
    if base.kind in TENSORS or base.kind in ARRAYS:
        return part_of_data(run, base, key, node)
    if base.kind in ("tuple", "list", "dict") and base.items:
        named = named_part(base, node.slice)
        return by_key(lasting(base, named if named is not None else part_of_container(run, base, base.items, key)), key)
    if base.kind == "instance":
        return own_item(run, base, key, node)
    if base.kind == "python data":
        return base
    if base.kind == "bound" and base.items and base.items[0].kind == "model":
        return base  # `model.signatures["serving_default"]` refers to the model, as `model.signatures` does
    if base.kind == "shape":
        return Value("number", varies=base.varies if key.const == 0 else NOTHING)
    found = Value(varies=base.varies)
    return hinted(run, found, key.const) if isinstance(key.const, str) else found  # `vars(args)["steps"]`


def own_item(run: Interpreter, base: Value, key: Value, node: ast.Subscript) -> Value:
    """`object[key]`, by the method of its class or in the container that it derives from."""
    found = run.special(base, "__getitem__", [key], node)
    if found is not None:
        return found
    content = content_of(base)
    if content is None:
        return Value(varies=base.varies)
    if isinstance(node.ctx, ast.Load):
        with run.changed(guards=(*run.guards, Guard(False, key, len(run.loops)))):
            run.special(base, "__missing__", [key], node)
    return lasting(content, part_of_container(run, content, content.items, key)) if content.items else ANY


def made_by_table(run: Interpreter, table: Value, key: Value, node: ast.Subscript) -> Value:
    """A `defaultdict` makes what is missing, and keeps it."""
    guard = Guard(False, key, len(run.loops))
    with run.changed(guards=(*run.guards, guard)):
        element = run.call(cast("Value", table.options["factory"]), [], {}, node)
        run.tell("kept", node, value=table, element=element, key=key)
    hold(table, element)
    return lasting(table, element)


def named_part(base: Value, key: ast.expr) -> Value | None:
    """What a dictionary of the program's own holds under a name that is written out."""
    fields = base.options.get("fields")
    return fields.get(key.value) if isinstance(fields, dict) and isinstance(key, ast.Constant) else None


def part_of_data(run: Interpreter, base: Value, key: Value, node: ast.AST) -> Value:
    """A part of a tensor or an array; in a graph, taking it is an operation."""
    shapes = base.shapes | (key.varies if key.kind == "slice" else NOTHING)
    if base.kind in ARRAYS:
        if key.kind == "number" and is_row(base):
            return Value("number", varies=frozenset(run.loops[-1:]))
        found = Value("array", base.name, shapes=shapes, born=base.born)
        if "element" in base.options:
            found.options["element"] = base.options["element"]
        return found
    listed = base.options.get("unpacked") and isinstance(getattr(node, "slice", None), ast.Name)
    if run.mode == "graph" and key.kind not in ("", "text") and not listed:  # a batch may be a dictionary of tensors
        run.tell_op(node, "slice", [base])
    return Value("tensor", shapes=shapes, born=run.loops)


def is_row(array: Value) -> bool:
    """Whether an array has one dimension."""
    shape = array.options.get("shape")
    return bool(array.options.get("flat")) or (isinstance(shape, list) and len(shape) == 1)


def part_of_container(run: Interpreter, base: Value, items: list[Value], key: Value) -> Value:
    """What a key finds in a container, as far as its items are of one kind."""
    if base.kind == "tuple" and isinstance(key.const, int) and -len(items) <= key.const < len(items):
        return items[key.const]
    if key.kind == "slice":
        return Value(base.kind, items=items, born=run.loops)
    kinds = {part.kind for part in items} - {"none"}  # a place that is not filled yet
    if len(kinds) > 1 and not kinds <= TENSORS:
        return ANY  # which of them, nobody knows
    return any_of(items)


def _slice(run: Interpreter, node: ast.Slice) -> Value:
    varies: frozenset[Loop] = NOTHING
    for part in (node.lower, node.upper, node.step):
        if part is not None:
            bound = run.evaluate(part)
            varies |= bound.varies if bound.kind == "number" else NOTHING
    return Value("slice", varies=varies if node.lower is None or node.upper is None else NOTHING)


def _constant(run: Interpreter, node: ast.Constant) -> Value:
    if node.value is None:
        return Value("none")  # one of its own: what refers to it may take the place of what it was
    if isinstance(node.value, str | bytes):
        return Value("text", const=node.value) if len(node.value) <= SHORT else TEXT
    return Value("number", const=node.value) if isinstance(node.value, int) else FLOAT


def _tuple(run: Interpreter, node: ast.Tuple) -> Value:
    items = [run.evaluate(part) for part in node.elts]
    value = Value("tuple", items=items, varies=all_varying(items), born=run.loops, place=run.place(node))
    value.options["literal"] = len(node.elts) <= 16
    if not any(isinstance(part, ast.Starred) for part in node.elts):
        value.options["length"] = len(node.elts)
    return value


def _list(run: Interpreter, node: ast.List) -> Value:
    value = Value("list", items=[run.evaluate(part) for part in node.elts], born=run.loops, place=run.place(node))
    value.options.update(literal=0 < len(node.elts) <= 16, traced=run.traced)
    if node.elts and not any(isinstance(part, ast.Starred) for part in node.elts):
        value.options["length"] = len(node.elts)
    return value


def _set(run: Interpreter, node: ast.Set) -> Value:
    return Value("list", items=[run.evaluate(part) for part in node.elts], born=run.loops, place=run.place(node))


def _dict(run: Interpreter, node: ast.Dict) -> Value:
    keys = [run.evaluate(key) for key in node.keys if key is not None]
    value = Value("dict", items=[run.evaluate(part) for part in node.values], born=run.loops, place=run.place(node))
    value.varies = all_varying(value.items or ())
    fields = {key.value: part for key, part in zip(node.keys, value.items or (), strict=True) if is_text(key)}
    value.options.update(
        literal=0 < len(node.values) <= 16, fields=fields, key=key_of(keys) if len(keys) == len(node.keys) else None
    )
    return value


def key_of(keys: list[Value]) -> Value | None:
    """What stands for all keys of a dictionary: one that changes as they do."""
    if len(keys) == 1:
        return keys[0]
    return Value(varies=all_varying(keys)) if keys else None


def _text(run: Interpreter, node: ast.JoinedStr) -> Value:
    varies: frozenset[Loop] = NOTHING
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            varies |= run.evaluate(part.value).varies
    return Value("text", varies=varies)


def _comprehension(run: Interpreter, node: Any) -> Value:
    before, loops, guards = run.frame, run.loops, run.guards
    run.frame = Frame(before.module, before.function, before)
    shapes: frozenset[Loop] = NOTHING
    few = True
    key: Value | None = None
    try:
        for part in node.generators:
            iterable = run.evaluate(part.iter)
            shapes |= iterable.shapes | (iterable.varies if iterable.kind in ("text", "python data") else NOTHING)
            loop = Loop("loop", part.iter, before.module, rounds(part.iter, iterable), f"loop over {words(part.iter)}")
            loop.likely = plausible(part.iter, iterable)
            few = few and loop.size == FEW
            run.loops = (*run.loops, loop)
            bind(run, part.target, element_of(iterable, loop))
            for test in part.ifs:
                run.evaluate(test)
        if isinstance(node, ast.DictComp):
            key = run.evaluate(node.key)
            element = run.evaluate(node.value)
        else:
            element = run.evaluate(node.elt)
    finally:
        inner, run.frame, run.loops, run.guards = run.frame, before, loops, guards
    pass_on(before, inner.raised.values())
    kind = {ast.GeneratorExp: "generator", ast.DictComp: "dict"}.get(node.__class__, "list")
    value = Value(kind, items=[element], born=run.loops, place=run.place(node), shapes=shapes)
    value.options.update(literal=few, few=few, traced=run.traced, key=key)
    return value


def _lambda(run: Interpreter, node: ast.Lambda) -> Value:
    value = Value("function", "<lambda>", run.frame.module.function(node), born=run.loops, place=run.place(node))
    value.options["frame"] = run.frame
    return value


def _await(run: Interpreter, node: ast.Await) -> Value:
    return run.evaluate(node.value)


def _named(run: Interpreter, node: ast.NamedExpr) -> Value:
    value = run.evaluate(node.value)
    bind(run, node.target, value)
    return value


def _yield(run: Interpreter, node: ast.Yield) -> Value:
    run.frame.yields.append(run.evaluate(node.value))
    run.frame.entered = run.mode, run.graph
    run.frame.received = run.frame.received or Value()
    return run.frame.received


def _yield_from(run: Interpreter, node: ast.YieldFrom) -> Value:
    value = run.evaluate(node.value)
    run.frame.yields.extend(value.items or [])
    return ANY


def _starred(run: Interpreter, node: ast.Starred) -> Value:
    return run.evaluate(node.value)


def has_known_length(value: Value) -> bool:
    """Whether all elements of a sequence are known one by one."""
    return value.kind == "tuple" or (value.kind == "list" and bool(value.options.get("literal")))


def _call(run: Interpreter, node: ast.Call) -> Value:
    function = run.evaluate(node.func)
    if isinstance(node.func, ast.Attribute):
        run.project.calls.note(node.func, run.frame.module, function)
    arguments: list[Value] = []
    for part in node.args:
        value = run.evaluate(part)
        if isinstance(part, ast.Starred):
            arguments.extend(value.items or [] if has_known_length(value) else ())
        else:
            arguments.append(value)
    keywords = {}
    for word in node.keywords:
        value = run.evaluate(word.value)
        if word.arg:
            keywords[word.arg] = value
        else:
            keywords.update(cast("dict[str, Value]", value.options.get("fields") or {}))
    several = in_table(run, node.func) if not function.kind else []
    if several:
        return any_of([run.call(one, arguments, keywords, node) for one in several])
    return run.call(function, arguments, keywords, node)


def in_table(run: Interpreter, function: ast.expr) -> list[Value]:
    """The functions and classes among which `TABLE[name](...)` chooses, where the program has listed a few of them."""
    if not isinstance(function, ast.Subscript) or not isinstance(function.value, ast.Name | ast.Attribute):
        return []
    table = run.evaluate(function.value)
    listed = table.items or [] if table.kind in ("dict", "list", "tuple") else []
    return listed if len(listed) <= FEW_LISTED and all(one.kind in CALLED for one in listed) else []


EXPRESSIONS: dict[type, Callable[[Any, Any], Value]] = {
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Call: _call,
    ast.Constant: _constant,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.BoolOp: _boolean,
    ast.Compare: _compare,
    ast.IfExp: _conditional,
    ast.Subscript: _subscript,
    ast.Slice: _slice,
    ast.Tuple: _tuple,
    ast.List: _list,
    ast.Set: _set,
    ast.Dict: _dict,
    ast.JoinedStr: _text,
    ast.ListComp: _comprehension,
    ast.SetComp: _comprehension,
    ast.DictComp: _comprehension,
    ast.GeneratorExp: _comprehension,
    ast.Lambda: _lambda,
    ast.Await: _await,
    ast.NamedExpr: _named,
    ast.Yield: _yield,
    ast.YieldFrom: _yield_from,
    ast.Starred: _starred,
}
