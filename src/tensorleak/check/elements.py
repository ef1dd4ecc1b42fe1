"""What is in what a loop goes over, and what an assignment takes apart."""

from __future__ import annotations

from typing import cast

from tensorleak.check.values import ANY, DATA, TENSORS, Loop, Value, any_of


def generator_of(yields: list[Value], loops: tuple[Loop, ...]) -> Value:
    """What calling a generator function gives: something to iterate over."""
    return Value("generator", items=[any_of(yields)], born=loops)


def element_of(iterable: Value, loop: Loop) -> Value:
    """What a loop over this gets in each round."""
    kind = iterable.kind
    if kind == "range":
        return Value("number", varies=frozenset((loop,)))
    if kind == "dataset":
        return Value("tensor", born=(loop,))
    if kind in ("generator", "list", "tuple", "set") and iterable.items:
        element = any_of(iterable.items)
        if kind == "generator" and not element.kind:
            return Value(varies=element.varies | {loop})
        return varied(element, loop) if kind == "generator" else element
    if kind == "enumeration":
        inner = iterable.items[0] if iterable.items else ANY
        return Value("tuple", items=[Value("number", varies=frozenset((loop,))), element_of(inner, loop)])
    if kind == "zip":
        return Value("tuple", items=[element_of(part, loop) for part in iterable.items or []])
    if kind == "array" and "element" in iterable.options:
        return cast("Value", iterable.options["element"])
    if kind in ("array", "number"):
        return Value("number", varies=frozenset((loop,)))
    if kind == "tensor":
        return Value("tensor")
    return Value(varies=iterable.varies | {loop})


def varied(value: Value, loop: Loop, depth: int = 3) -> Value:
    """The same value as a round of `loop` sees it: what changed in the generator's rounds changes in these."""
    if not depth:
        return value
    if value.kind in ("tuple", "list") and value.items:
        copy = Value(value.kind, items=[varied(part, loop, depth - 1) for part in value.items], born=value.born)
        copy.shapes = value.shapes | {loop} if value.shapes else value.shapes
        copy.options.update({"names": value.options["names"]} if "names" in value.options else {})
        return copy
    if value.kind == "instance" and any(part.varies or part.shapes for part in (value.attrs or {}).values()):
        copy = Value(value.kind, value.name, value.target, born=(*value.born, loop), place=value.place)
        copy.attrs = {name: varied(part, loop, depth - 1) for name, part in (value.attrs or {}).items()}
        return copy
    made = value.kind in DATA and bool(value.born)  # in a round of the generator
    if value.varies or value.shapes or made:
        born = (*value.born, loop) if made else value.born
        copy = Value(value.kind, value.name, value.target, const=None, items=value.items, born=born, place=value.place)
        copy.attrs, copy.options = value.attrs, value.options
        copy.varies = value.varies | {loop} if value.varies else value.varies
        copy.shapes = value.shapes | {loop} if value.shapes else value.shapes
        return copy
    return value


def element_at(value: Value, index: int) -> Value:
    """One part of a value that is unpacked."""
    if value.kind in ("tuple", "list") and value.items and index < len(value.items):
        return value.items[index]
    if value.kind == "generator" and value.items:
        return value.items[0]
    if value.kind == "array" and "element" in value.options:
        return cast("Value", value.options["element"])
    if value.kind in TENSORS and value.name.startswith("tf.contrib."):
        return Value()  # what returns several things there returns lists of tensors as well
    if value.kind in TENSORS or value.kind == "array":
        if value.kind == "array":
            return Value("array", value.name)
        part = Value("tensor", shapes=value.shapes)
        part.options["deep"] = value.options.get("deep")
        part.options["unpacked"] = True  # of several things that a function returns, each may be a list of tensors
        return part
    if value.varies:
        return Value(varies=value.varies)
    return Value()
