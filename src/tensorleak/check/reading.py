"""What one pass over a file tells of it: names that are shrunk, handed on or joined, and lines that repeat."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tensorleak.check.syntax import dotted, is_none, last_name, lengthens

if TYPE_CHECKING:
    from tensorleak.check.module import Module

SHRINKING = frozenset("cache_clear unregister truncate pop popleft popitem clear remove discard get_nowait".split())
COLLECTING = frozenset(
    "concat concatenate stack vstack hstack column_stack array asarray save savez dump dumps DataFrame extend "
    "join set tuple dict zip sorted concat_v2 convert_to_tensor constant to_csv writerows fromiter enumerate "
    "cycle map from_tensor_slices pad_sequences wait gather as_completed group append_all".split()
)
ADDING = frozenset("append add appendleft insert extend put put_nowait".split())
POPPING = frozenset("heappop heapreplace heappushpop".split())  # functions that take an element out of a list
FILLING = frozenset("insort insort_left insort_right heappush".split())  # ... and those that put one in
REDUCING = frozenset("len max min any all isinstance id sample choice random_choice bool".split())
APPLYING = frozenset("map submit fit starmap imap imap_unordered apply_async".split())  # they call what they are given
TIMERS = frozenset("Timer call_later call_soon call_at after enter enterabs".split())  # they call a function later
NAMESPACE = "__dict__"  # what the attributes of an object are called as a dictionary, however it is asked for
# How a container is used: joined or returned as a whole, handed on, gone through, looked up in, or looked up in a part of it.
WHOLE, PASSED, THROUGH, INDEXED, WITHIN = "whole", "passed", "through", "indexed", "within"
BUFFERS = ("BytesIO", "StringIO")  # files in memory
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
            module.shrink(container_name(function.value), node, function.value)
        name = function.attr
        if name == "get":
            module.asked.add(last_name(function.value))
        elif name == "set" and not node.args:
            module.setting.append(node.lineno)
        if name == "run" and last_name(function.value) in ("sess", "session", "_sess", "_session"):
            module.signs.add("session.run")
        if name in APPLYING:
            module.repeating.append(node.lineno)
    else:
        name = getattr(function, "id", "")
        name = module.aliases.get(name, name)
    if name == "add_argument" or name.startswith("DEFINE_") or name == "option":
        note_option(module, node)
    if name == "delattr" or (name == "setattr" and is_none(node.args[-1])):
        module.shrink(NAMESPACE, node)
    if name in TIMERS:
        note_timed(module, node)
    if name in POPPING and node.args:
        module.shrink(last_name(node.args[0]), node, node.args[0])
    if name in REDUCING or name in FILLING:
        return
    for argument in (*node.args, *(word.value for word in node.keywords)):
        inner = argument.value if isinstance(argument, ast.Starred) else argument
        for part in parts_of(inner):
            if isinstance(part, ast.Attribute) and part.attr in SHRINKING:
                module.shrink(last_name(part.value), node, part.value)  # `task.add_done_callback(tasks.discard)`
            elif isinstance(part, ast.Name | ast.Attribute):
                module.note_use(last_name(part), part, WHOLE if name in COLLECTING else PASSED)
                if isinstance(module.top.get(name), ast.ClassDef):
                    module.given.setdefault(last_name(part), []).append(part.lineno)  # what it does with it is followed


def note_timed(module: Module, node: ast.Call) -> None:
    """`threading.Timer(1.0, tick)`: the function is called later."""
    for part in node.args:
        if isinstance(part, ast.Name | ast.Attribute):
            module.timed.setdefault(last_name(part), []).append(node.lineno)


def container_name(node: ast.expr) -> str:
    """The name of a container; that of an object's attributes where they are asked for by `vars(object)` or `globals()`."""
    if isinstance(node, ast.Call) and last_name(node.func) in ("vars", "globals"):
        return NAMESPACE
    return last_name(node)


def parts_of(node: ast.expr) -> Sequence[ast.expr]:
    """What is handed on by an argument: itself, or what a list, a tuple or a dictionary is made of."""
    if isinstance(node, ast.List | ast.Tuple):
        return node.elts
    return node.values if isinstance(node, ast.Dict) else (node,)


def note_option(module: Module, node: ast.Call) -> None:
    """`add_argument("--steps", default=100)` and `DEFINE_integer("steps", 100, "…")`: what a plain run takes."""
    words = [part.value for part in node.args if isinstance(part, ast.Constant)]
    named = [word for word in words if isinstance(word, str)]
    given = next((word.value for word in node.keywords if word.arg in ("default", "default_value")), None)
    default = given.value if isinstance(given, ast.Constant) else words[1] if given is None and len(words) > 1 else None
    stored = next((word.value for word in node.keywords if word.arg == "dest"), None)
    if isinstance(stored, ast.Constant) and isinstance(stored.value, str):
        named = [stored.value]
    if isinstance(default, int | float) and not isinstance(default, bool):
        for word in named:
            module.options[word.lstrip("-").replace("-", "_")] = default


def _return(module: Module, node: ast.Return) -> None:
    values = node.value.elts if isinstance(node.value, ast.Tuple | ast.List) else [node.value]
    if isinstance(node.value, ast.Dict):
        values = list(node.value.values)
    for value in values:
        if isinstance(value, ast.Name | ast.Attribute):
            module.note_use(last_name(value), value, WHOLE)


def _yield(module: Module, node: Any) -> None:
    module.yielding.append(node.lineno)
    _return(module, node)


def _while(module: Module, node: ast.While) -> None:
    module.repeating.append(node.lineno)


def _loop(module: Module, node: ast.For | ast.AsyncFor) -> None:
    module.repeating.append(node.lineno)
    if isinstance(node.iter, ast.Name | ast.Attribute) and not only_calls(node):
        module.note_use(last_name(node.iter), node.iter, THROUGH)
    container, part = gone_through(node)
    for call in ast.walk(node) if container is not None else ():
        emptied = call.func if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else None
        if container is not None and emptied is not None and emptied.attr == "clear" and dotted(emptied.value) == part:
            module.shrink(last_name(container), emptied, container)  # `for rows in self.tables.values(): rows.clear()`


def gone_through(node: ast.For | ast.AsyncFor) -> tuple[ast.expr | None, str]:
    """The table whose values a loop goes through, and what it calls each of them."""
    function = node.iter.func if isinstance(node.iter, ast.Call) else None
    if not isinstance(function, ast.Attribute) or function.attr not in ("values", "items"):
        return None, ""
    if function.attr == "values":
        return function.value, dotted(node.target)
    pair = node.target.elts if isinstance(node.target, ast.Tuple) else []
    return (function.value, dotted(pair[-1])) if pair else (None, "")


def only_calls(node: ast.For | ast.AsyncFor) -> bool:
    """`for handler in self.handlers: handler(event)`: those are kept to be called, and this does not use them up."""
    first = node.body[0]
    call = first.value if isinstance(first, ast.Expr) else None
    call = call.value if isinstance(call, ast.Await) else call
    called = call.func if isinstance(call, ast.Call) else None
    return len(node.body) == 1 and isinstance(called, ast.Name) and called.id == last_name(node.target)


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
            module.note_use(last_name(part.iter), part.iter, THROUGH)


def _delete(module: Module, node: ast.Delete) -> None:
    for target in node.targets:
        if isinstance(target, ast.Subscript):
            module.shrink(container_name(target.value), node, target.value)


def _assign(module: Module, node: ast.Assign) -> None:
    value = node.value
    if isinstance(value, ast.Tuple):
        for target in node.targets:
            for one, part in zip(getattr(target, "elts", ()), value.elts, strict=False):
                note_unlinking(module, one, part)
                note_emptying(module, node, one, part)
    for target in node.targets:
        name = last_name(target)
        note_unlinking(module, target, value)
        note_flag(module, node, target)
        if isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice) and last_name(value.value) == name:
            module.shrink(name, node, target)  # x = x[-100:]
        elif name and sifts(value, name):
            module.shrink(name, node, target)  # x = [row for row in x if row is not gone]
        elif isinstance(value, ast.Attribute) and name and last_name(value.value) == name:
            module.shrink(name, node, target)  # x = x.next
        elif (isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice)) or (
            isinstance(target, ast.Name) and is_empty(value) and target.id in module.global_names
        ):
            module.shrink(name, node, target.value if isinstance(target, ast.Subscript) else target)
        else:
            note_emptying(module, node, target, value)


def _annotated(module: Module, node: ast.AnnAssign) -> None:
    if node.value is not None:
        note_emptying(module, node, node.target, node.value)


def _function(module: Module, node: ast.FunctionDef) -> None:
    if node.name in ("__init__", "__new__"):
        module.constructing.update(id(part) for part in ast.walk(node) if isinstance(part, ast.Assign | ast.AnnAssign))


def note_emptying(module: Module, node: ast.stmt, target: ast.expr, value: ast.expr) -> None:
    """`self.rows = []` makes a container in a constructor, and where nothing else does; elsewhere it empties one."""
    if isinstance(target, ast.Attribute) and is_new(value, target.attr):
        places = module.begun if id(node) in module.constructing else module.emptied
        places.setdefault(target.attr, []).append(target)


def settle_emptying(module: Module) -> None:
    """Once the whole module is read: which of its `self.rows = []` empty what was there before."""
    for name, targets in module.emptied.items():
        if name in module.begun or len(targets) > 1:
            for target in targets:
                module.shrink(name, target, target)


def is_new(value: ast.expr, name: str) -> bool:
    """Whether this is a container that owes nothing to what the name stood for before."""
    if not isinstance(value, ast.List | ast.Dict | ast.ListComp | ast.DictComp):
        return is_empty(value)
    return not any(isinstance(part, ast.Attribute) and part.attr == name for part in ast.walk(value))


def sifts(value: ast.expr, name: str) -> bool:
    """Whether this is what is left of a container of this name after some of its elements were taken out."""
    if not isinstance(value, ast.ListComp | ast.SetComp | ast.DictComp) or len(value.generators) != 1:
        return False
    (part,) = value.generators
    source = (
        part.iter.func.value
        if isinstance(part.iter, ast.Call) and isinstance(part.iter.func, ast.Attribute)
        else part.iter
    )
    return bool(part.ifs) and last_name(source) == name


def note_flag(module: Module, node: ast.Assign, target: ast.expr) -> None:
    """`self.running = True` in a constructor makes a flag; anywhere else it is set, unless to a longer one of itself."""
    if lengthens(node):
        return
    for part in target.elts if isinstance(target, ast.Tuple | ast.List) else (target,):
        if not isinstance(part, ast.Attribute):
            continue
        if id(node) not in module.constructing:
            module.flags.setdefault(part.attr, []).append(node.lineno)
        elif isinstance(node.value, ast.Constant):
            module.standing.add(part.attr)


def note_unlinking(module: Module, target: ast.expr, value: ast.expr) -> None:
    """`node.next = node.next.next` takes something out of a chain."""
    if isinstance(target, ast.Attribute) and isinstance(value, ast.Attribute) and target.attr == value.attr:
        module.shrink(target.attr, target)
    owner = target.value if isinstance(target, ast.Attribute) else None
    own = owner is None or (isinstance(owner, ast.Name) and owner.id == "self")
    if not own and isinstance(value, ast.Constant) and value.value is None:
        module.unlinked.add(last_name(target))  # `self.last.before = None`: another object lets go of what it had


def _operator(module: Module, node: ast.BinOp) -> None:
    if isinstance(node.right, ast.List):
        return  # `rows = rows + [row]`
    for side in (node.left, node.right):
        if isinstance(side, ast.Name | ast.Attribute):
            module.note_use(last_name(side), side, THROUGH)


def _index(module: Module, node: ast.Subscript) -> None:
    if isinstance(node.ctx, ast.Load) and isinstance(node.slice, ast.Name | ast.BinOp | ast.Call):
        module.note_use(last_name(node.value), node, WITHIN if isinstance(node.value, ast.Subscript) else INDEXED)
    for part in getattr(node.slice, "elts", ()):  # np.r_[a, b]
        if isinstance(part, ast.Name):
            module.note_use(part.id, part, PASSED)


def is_empty(node: ast.expr) -> bool:
    """An empty container, or nothing."""
    if isinstance(node, ast.List | ast.Dict):
        return not (getattr(node, "elts", None) or getattr(node, "keys", None))
    if isinstance(node, ast.Call):
        return last_name(node.func) in ("list", "dict", "set", "deque", "defaultdict", "OrderedDict", *BUFFERS)
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
    ast.AnnAssign: _annotated,
    ast.FunctionDef: _function,
}
