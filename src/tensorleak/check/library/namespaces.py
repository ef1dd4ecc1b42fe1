"""Attributes under names that the program makes up: `setattr`, `getattr`, `vars(object)`, `globals()`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tensorleak.check.library.call import ApiFunction, Call
from tensorleak.check.reading import NAMESPACE
from tensorleak.check.values import ANY, NONE, Value, any_of, hold, lasting

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter


def namespace_of(owner: Value) -> Value:
    """The dictionary of an object's attributes, as far as they are not written out; it lives as long as the object."""
    known = owner.options.get("namespace")
    if isinstance(known, Value):
        return known
    found = owner.options["namespace"] = Value("dict", NAMESPACE, born=owner.born, place=owner.place)
    return found


def _setattr(run: Interpreter, call: Call) -> Value:
    if len(call.arguments) != 3:
        return NONE
    owner, name, value = call.arguments
    if isinstance(name.const, str):
        run.set_attribute(owner, name.const, value, call.node)
    elif owner.kind in OWNERS:
        table = namespace_of(owner)
        run.tell("kept", call.node, name=call.name, value=table, element=value, key=name)
        hold(table, value)
    return NONE


def _getattr(run: Interpreter, call: Call) -> Value:
    name = call.arguments[1] if len(call.arguments) > 1 else ANY
    if isinstance(name.const, str):
        return run.attribute(call.first, name.const, call.node)
    table = namespace_of(call.first) if call.first.kind in OWNERS else ANY
    found = Value(varies=call.first.varies | name.varies)
    return lasting(table, any_of(table.items)) if table.items else found


def _vars(run: Interpreter, call: Call) -> Value:
    return namespace_of(call.first) if call.first.kind in OWNERS else Value(varies=call.first.varies)


def _globals(run: Interpreter, call: Call) -> Value:
    """The names of a module, by names that are made up."""
    return run.tops.setdefault((id(run.frame.module), NAMESPACE), Value("dict", NAMESPACE))


OWNERS = frozenset(("instance", "class", "function"))  # what a program sets attributes of
FUNCTIONS: dict[str, ApiFunction] = {
    "setattr": _setattr,
    "getattr": _getattr,
    "vars": _vars,
    "globals": _globals,
}
