"""What one pass over a file tells of it: names that are shrunk, handed on or joined, and lines that repeat."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tensorleak.check.syntax import last_name

if TYPE_CHECKING:
    from tensorleak.check.module import Module

SHRINKING = frozenset("cache_clear pop popleft popitem clear remove discard get_nowait".split())
COLLECTING = frozenset(
    "concat concatenate stack vstack hstack column_stack array asarray save savez dump dumps DataFrame extend "
    "join set tuple dict zip sorted concat_v2 convert_to_tensor constant to_csv writerows fromiter enumerate "
    "cycle map from_tensor_slices pad_sequences wait gather as_completed group append_all".split()
)
REDUCING = frozenset("len max min any all isinstance id sample choice random_choice bool".split())
APPLYING = frozenset("map submit fit starmap imap imap_unordered apply_async".split())  # they call what they are given
SUMMING = frozenset("mean sum max min item std".split())


def _import(module: Module, node: ast.Import) -> None:
    for alias in node.names:
        top = alias.name.partition(".")[0]
        module.imports.setdefault(alias.asname or top, alias.name if alias.asname else top)
        module.imported.append((alias.name, 0))


def _import_from(module: Module, node: ast.ImportFrom) -> None:
    base = "." * node.level + (node.module or "")
    module.imported.append((node.module or "", node.level))
    for alias in node.names:
        if alias.name == "*":
            module.starred.append(base)
            continue
        joint = "" if base.endswith(".") or not base else "."
        module.imports.setdefault(alias.asname or alias.name, f"{base}{joint}{alias.name}")


def _call(module: Module, node: ast.Call) -> None:
    function = node.func
    if isinstance(function, ast.Attribute):
        if function.attr in SHRINKING:
            module.shrunk.add(last_name(function.value))
        name = function.attr
        if name == "run" and last_name(function.value) in ("sess", "session", "_sess", "_session"):
            module.signs.add("session.run")
        if name in APPLYING:
            module.repeating.append(node.lineno)
    else:
        name = getattr(function, "id", "")
    if name in REDUCING:
        return
    for argument in (*node.args, *(word.value for word in node.keywords)):
        inner = argument.value if isinstance(argument, ast.Starred) else argument
        for part in inner.elts if isinstance(inner, ast.List | ast.Tuple) else (inner,):
            if isinstance(part, ast.Name | ast.Attribute):
                note_use(module, last_name(part), name in COLLECTING)


def note_use(module: Module, name: str, whole: bool) -> None:
    """A container is handed to somebody, who makes one thing of it or does something with it."""
    if whole:
        module.whole.add(name)
    else:
        module.passed[name] += 1


def _return(module: Module, node: ast.Return) -> None:
    values = node.value.elts if isinstance(node.value, ast.Tuple | ast.List) else [node.value]
    if isinstance(node.value, ast.Dict):
        values = list(node.value.values)
    for value in values:
        if isinstance(value, ast.Name | ast.Attribute):
            module.whole.add(last_name(value))


def _yield(module: Module, node: Any) -> None:
    module.yielding.append(node.lineno)
    _return(module, node)


def _while(module: Module, node: ast.While) -> None:
    module.repeating.append(node.lineno)


def _loop(module: Module, node: ast.For | ast.AsyncFor) -> None:
    module.repeating.append(node.lineno)
    if isinstance(node.iter, ast.Name | ast.Attribute):
        module.passed[last_name(node.iter)] += 1


def _comprehension(module: Module, node: Any) -> None:
    module.repeating.append(node.lineno)
    element = getattr(node, "elt", None)
    if isinstance(element, ast.Name) and isinstance(node.generators[0].target, ast.Tuple):
        return  # picks a small part of each, as `max(score for score, _ in population)` does
    if isinstance(element, ast.Call) and isinstance(element.func, ast.Name) and element.func.id in ("float", "int"):
        return
    if isinstance(element, ast.Call) and isinstance(element.func, ast.Attribute) and element.func.attr in SUMMING:
        return
    for part in node.generators:
        if isinstance(part.iter, ast.Name | ast.Attribute):
            module.passed[last_name(part.iter)] += 1


def _delete(module: Module, node: ast.Delete) -> None:
    for target in node.targets:
        if isinstance(target, ast.Subscript):
            module.shrunk.add(last_name(target.value))


def _assign(module: Module, node: ast.Assign) -> None:
    value = node.value
    for target in node.targets:
        name = last_name(target)
        if isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice) and last_name(value.value) == name:
            module.shrunk.add(name)  # x = x[-100:]
        elif (isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice)) or (
            isinstance(target, ast.Name) and is_empty(value) and target.id in module.global_names
        ):
            module.shrunk.add(name)
        elif isinstance(target, ast.Attribute) and is_empty(value):
            (module.shrunk if name in module.emptied else module.emptied).add(name)  # made once, emptied the next time


def _operator(module: Module, node: ast.BinOp) -> None:
    if isinstance(node.right, ast.List):
        return  # `rows = rows + [row]`
    for side in (node.left, node.right):
        if isinstance(side, ast.Name | ast.Attribute):
            module.passed[last_name(side)] += 1


def _index(module: Module, node: ast.Subscript) -> None:
    if isinstance(node.ctx, ast.Load) and isinstance(node.slice, ast.Name | ast.BinOp | ast.Call):
        module.indexed.add(last_name(node.value))
    for part in getattr(node.slice, "elts", ()):  # np.r_[a, b]
        if isinstance(part, ast.Name):
            module.passed[part.id] += 1


def is_empty(node: ast.expr) -> bool:
    """An empty container, or nothing."""
    if isinstance(node, ast.List | ast.Dict):
        return not (getattr(node, "elts", None) or getattr(node, "keys", None))
    if isinstance(node, ast.Call):
        return last_name(node.func) in ("list", "dict", "set", "deque", "defaultdict", "OrderedDict")
    return isinstance(node, ast.Constant) and node.value is None


VISITS: dict[type, Callable[[Module, Any], None]] = {
    ast.Import: _import,
    ast.ImportFrom: _import_from,
    ast.Call: _call,
    ast.Return: _return,
    ast.Yield: _yield,
    ast.YieldFrom: _yield,
    ast.Delete: _delete,
    ast.For: _loop,
    ast.While: _while,
    ast.AsyncFor: _loop,
    ast.ListComp: _comprehension,
    ast.SetComp: _comprehension,
    ast.GeneratorExp: _comprehension,
    ast.DictComp: _comprehension,
    ast.BinOp: _operator,
    ast.Subscript: _index,
    ast.Assign: _assign,
}
