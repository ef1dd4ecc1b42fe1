"""Giving values their names."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, cast

from tensorleak.check import frameworks
from tensorleak.check.elements import element_at
from tensorleak.check.module import Class
from tensorleak.check.ownership import own
from tensorleak.check.syntax import is_text
from tensorleak.check.values import ANY, Value, content_of, hold, inside, is_around, joined, parts_of, wrapped_by
from tensorleak.check.walk.classes import line_of, setter_of
from tensorleak.check.walk.frame import Frame

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter


Bound = dict[tuple[int, str], tuple[dict[str, Value], Value]]  # by table and name: what a branch has bound, and where
CONTAINING = frozenset(("list", "dict", "queue"))
CHAINED = frozenset(
    ("instance", "tuple", "exception", "function", "partial")
)  # what may refer to what was in its place before


def bind(run: Interpreter, target: ast.AST, value: Value) -> None:
    """Gives a value its names."""
    if isinstance(target, ast.Name):
        bind_name(run, target.id, value, target)
    elif isinstance(target, ast.Tuple | ast.List):
        for index, part in enumerate(target.elts):
            inner = part.value if isinstance(part, ast.Starred) else part
            bind(run, inner, element_at(value, index))
    elif isinstance(target, ast.Attribute):
        bind_attribute(run, target, value)
    elif isinstance(target, ast.Subscript):
        store(run, target, value)
    elif isinstance(target, ast.Starred):
        bind(run, target.value, ANY)


def bind_name(run: Interpreter, name: str, value: Value, node: ast.AST) -> None:
    """`name = value`: a container of that name that was filled before is let go."""
    if not value.name and value.kind in CONTAINING:
        value.name = name
    frame = run.frame
    if name in frame.globals:
        frame = run.frames.setdefault(id(frame.module), Frame(frame.module, "<module>"))
    before = frame.env.get(name)
    if before is not None and before.kind in ("none", ""):
        made_once(run, value, run.frame.base)
    if before is not None and value.kind in CHAINED:
        tell_name_chain(run, node, name, frame, before, value)
    if before is not None and before is not value and before.kind == value.kind and value.kind in ("list", "dict"):
        before.bounded = before.bounded or not set(run.loops) <= set(before.born)  # a new one in every round
    frame.begun[name] = run.loops
    enter(run, frame.env, name, value)


def tell_name_chain(run: Interpreter, node: ast.AST, name: str, frame: Frame, before: Value, value: Value) -> None:
    """`node = Node(value, node)`: the chain begins where the name was last given something else."""
    begun = frame.begun.get(name, frame.born)
    linked = linked_to(run, before, value) if run.loops != begun else None
    if linked is not None:
        chain = Value("list", name, born=begun, place=run.place(node))
        chain.options["traced"] = run.traced
        run.tell("kept", node, name="link", value=chain, element=Value("tuple", items=linked))


def enter(run: Interpreter, table: dict[str, Value], name: str, value: Value) -> None:
    """Binds a name, and remembers that for the end of the branch under way."""
    table[name] = value
    run.bound[id(table), name] = table, value


def join_branches(run: Interpreter, first: Bound) -> None:
    """After the second of two branches: what both have bound may mean what the one did, or the other."""
    for key, (table, other) in first.items():
        if key in run.bound:
            enter(run, table, key[1], joined(other, run.bound[key][1]))


def bind_attribute(run: Interpreter, target: ast.Attribute, value: Value) -> None:
    """`object.name = value`."""
    set_attribute(run, run.evaluate(target.value), target.attr, value, target)


def set_attribute(run: Interpreter, holder: Value, name: str, value: Value, node: ast.AST) -> None:
    """Gives an attribute of an object a value: what was there before goes, unless the new value refers to it."""
    if value.kind in ("list", "dict", "queue", "buffer") and not value.name:
        value.name = name
    if value.kind == "function" and frameworks.calls_back(holder.name, name) and not holder.kind:
        run.run_handler(value, node)  # `client.on_message = answer`
    note_change(holder, value)
    if holder.kind == "function":
        holder.attrs = holder.attrs or {}
        value.enclosed = True
    if holder.kind == "class" and isinstance(holder.target, Class):
        set_class_attribute(run, holder, holder.target, name, value, node)
        return
    setter = setter_of(run, holder.target, name) if holder.kind == "instance" else None
    if setter is not None:
        run.call_function(setter, [value], {}, node, holder)
        return
    if is_of_library(holder):
        holder.attrs = holder.attrs or {}
    if holder.kind == "exception" and name == "__traceback__" and value.kind == "none":
        holder.items = []  # the frames go with it
    if holder.attrs is not None:
        if value.kind in CONTAINING and isinstance(holder.target, Class):
            own(value, line_of(run, holder.target))
        before = holder.attrs.get(name)
        replace(run, holder, before, value, name, node)
        holder.version += is_another(before, value)
        enter(run, holder.attrs, name, value)


def is_of_library(holder: Value) -> bool:
    """Whether something is an object that a library made, of which nothing is known but what made it: it keeps what it is given."""
    return not holder.kind and bool(holder.name) and "." in holder.name


def set_class_attribute(run: Interpreter, holder: Value, cls: Class, name: str, value: Value, node: ast.AST) -> None:
    """`Registry.instance = …`: all objects of the class see it."""
    before = run.attribute(holder, name, node)
    replace(run, holder, before, value, name, node)
    owner = next((one for one in line_of(run, cls) if (id(one), name) in run.stored), cls)
    run.stored[id(owner), name] = value


def replace(run: Interpreter, holder: Value, before: Value | None, value: Value, name: str, node: ast.AST) -> None:
    """What becomes of what an attribute was before it gets another value."""
    if before is None or before.kind == "none":
        made_once(run, value, sum(1 for loop in run.loops if loop in holder.born))
    if before is None:
        return
    if holder.kind == "instance" and value.kind in ("list", "dict"):
        before.bounded = before.bounded or (before.kind == value.kind and not is_around(value, before))  # emptied
    if before is not value and "written" in before.options:
        cast("Value", before.options["written"]).bounded = True  # an array of tensors that begins anew
    if value.kind == "instance":
        let_go(before, value)
    linked = linked_to(run, before, value)
    if linked is not None:
        chain = Value("list", name, born=holder.born, place=holder.place)
        run.tell("kept", node, name="chain", value=chain, element=Value("tuple", items=linked))


def note_change(holder: Value, value: Value) -> None:
    """What is told another number in every round differs from round to round itself: `options.timeout = number`."""
    if not holder.kind and holder is not ANY:
        holder.varies |= value.varies


CLOSED = frozenset(("writer", "pool", "session"))  # each of them has to be closed itself


def is_another(before: Value | None, value: Value) -> bool:
    """Whether a method that finds this in its object may do something else than with what was there before."""
    if before is None or before is value:
        return False
    return value.kind in CLOSED or (before.kind, before.born) != (value.kind, value.born)


def made_once(run: Interpreter, value: Value, base: int) -> None:
    """`if player is None: player = Player()`: what a name that outlives a loop is given but once outlives it, too."""
    guards = [guard for guard in run.guards if guard.once]
    known = value.options.get("guards")  # what an object was made under
    if isinstance(known, tuple):
        guards = [guard for guard in guards if any(guard is other for other in known)]
    once = {
        loop
        for depth, loop in enumerate(run.loops)
        if depth >= base and any(guard.base <= depth < guard.depth for guard in guards)
    }
    for part in (value, *(value.attrs or {}).values()) if once else ():
        part.born = tuple(loop for loop in part.born if loop not in once)


def let_go(before: Value, value: Value) -> None:
    """A new object takes the place of another, whose containers go with it unless the new one refers to it."""
    if before.kind != "instance" or before is value or before.target is not value.target or before in parts_of(value):
        return
    for part in (before.attrs or {}).values():
        part.bounded = part.bounded or part.kind in ("list", "dict")


def linked_to(run: Interpreter, before: Value, value: Value) -> list[Value] | None:
    """What comes to a chain with `self.last = Node(value, self.last)`; None where the new value does not keep the one before."""
    if before is value:
        return None
    if is_around(value, before):
        return [part for part in (*(value.items or ()), *wrapped_by(value)) if part is not before]
    generation = before.kind == value.kind == "list" and descends(run, before, value)
    return parts_of(value) if generation or refers(run, before, value) else None


def lets_go(container: Value, key: Value, value: Value) -> bool:
    """Whether a table drops an entry with its key: one with weak keys does, unless the entry itself refers to the key."""
    return container.options.get("maker") == "weakref.WeakKeyDictionary" and all(
        part is not key for part in inside(value)
    )


def refers(run: Interpreter, before: Value, value: Value) -> bool:
    """Whether a new value refers to the one whose place it takes, for good: nothing sets that reference to None."""
    if value.kind not in CHAINED or before.kind not in (value.kind, "none"):
        return False
    unlinked = run.frame.module.unlinked
    named = value.attrs.items() if value.attrs else ()
    return before in parts_of(value) and not any(is_same(part, before) and name in unlinked for name, part in named)


def descends(run: Interpreter, before: Value, value: Value) -> bool:
    """Whether new objects in a list refer to objects of the list whose place it takes: a generation to the one before."""
    old = before.items or []
    new = [part for part in value.items or () if part.kind == "instance" and not any(is_same(part, one) for one in old)]
    unlinked = run.frame.module.unlinked
    return any(
        one.kind == "instance" and is_same(part, one) and name not in unlinked
        for child in new
        for name, part in (child.attrs or {}).items()
        for one in old
    )


def is_same(one: Value, other: Value) -> bool:
    """Whether two values are the same object, as it was made or as a container gives it back."""
    return one is other or (one.attrs is not None and one.attrs is other.attrs)


def store(run: Interpreter, target: ast.Subscript, value: Value) -> None:
    """`table[key] = value`."""
    container = run.evaluate(target.value)
    key = run.evaluate(target.slice)
    if container.kind == "instance":
        if run.special(container, "__setitem__", [key, value], target) is not None:
            return
        container = content_of(container) or container
    note_change(container, value)
    if container.kind == "dict" and not lets_go(container, key, value):
        run.tell("kept", target, value=container, element=value, key=key)
        hold(container, value)
        note_key(container, key)
        fields = container.options.get("fields")
        if isinstance(fields, dict) and is_text(target.slice):
            fields[target.slice.value] = value
    elif container.kind == "list" and not isinstance(target.slice, ast.Slice):
        put(container, key, value)


def note_key(container: Value, key: Value) -> None:
    """Remembers in which loops the keys of a table change: whoever takes all of its entries gets them."""
    known = container.options.get("key")
    before = known.varies if isinstance(known, Value) else frozenset()
    if not isinstance(known, Value) or not key.varies <= before:
        container.options["key"] = Value(varies=before | key.varies)


def put(container: Value, key: Value, value: Value) -> None:
    """`rows[index] = row`: the list holds it in the place of another element, and gets no longer."""
    length = container.options.get("length")
    if (
        isinstance(key.const, int)
        and isinstance(length, int)
        and container.items
        and key.const < len(container.items) == length
    ):
        container.items[key.const] = value
        return
    hold(container, value)
    if length is not None:
        container.options["length"] = length
