"""A list of tensors becomes a list of the numbers that the program wants of them."""

from __future__ import annotations

import libcst as cst

from tensorleak.fix.containers import Container, container
from tensorleak.fix.edits import Edits, expression
from tensorleak.fix.nodes import find, walk
from tensorleak.fix.outcome import Refusal, Rewrite, Safety
from tensorleak.fix.request import Refused, Request
from tensorleak.fix.scopes import free
from tensorleak.fix.values import Kind

NUMBERS = frozenset(["float", "int", "bool"])
REDUCING = frozenset(["mean", "sum", "max", "min", "item"])


def rewrite(request: Request) -> Rewrite | Refusal:
    """Adds `float(loss)`, or the number that is computed later, in place of the tensor."""
    found = container(request)
    call = found.growth
    if found.kind != "list" or not isinstance(call, cst.Call) or len(call.args) != 1:
        raise Refused("the line appends no tensor to a list")
    element = call.args[0].value
    if _is_scalar(request, element):
        return _as_number(request, found, element)
    return _reduced_early(request, found, element)


def _is_scalar(request: Request, element: cst.BaseExpression) -> bool:
    value = request.values.of(element)
    if value.kind is Kind.TENSOR and value.scalar:
        return True
    method = (
        element.func.attr.value if isinstance(element, cst.Call) and isinstance(element.func, cst.Attribute) else ""
    )
    return method == "result" and isinstance(element, cst.Call) and not element.args


def _as_number(request: Request, found: Container, element: cst.BaseExpression) -> Rewrite:
    for use in found.uses():
        _check_elements(request, use)
    edits = Edits()
    edits.change(element, lambda inner: expression("float(x)").with_changes(args=[cst.Arg(inner)]))
    return request.rewrite(
        edits,
        Safety.UNSAFE,
        f"Append a number, not the tensor, to `{found.name}`",
        "each round waits for the value, and whoever reads the list gets Python floats",
    )


def _check_elements(request: Request, use: cst.BaseExpression) -> None:
    """Refuses where an element is used as the tensor that it no longer is."""
    parent = request.parents[use]
    if isinstance(parent, cst.Subscript) and isinstance(request.parents[parent], cst.Attribute):
        raise Refused(f"`{request.code(request.parents[parent])}` at line {request.line(use)} needs the tensor")
    if isinstance(parent, cst.For | cst.CompFor) and isinstance(parent.target, cst.Name):
        scope = request.parents[parent] if isinstance(parent, cst.CompFor) else parent
        for attribute in find(scope, cst.Attribute):
            if isinstance(attribute.value, cst.Name) and attribute.value.value == parent.target.value:
                raise Refused(f"`{request.code(attribute)}` at line {request.line(attribute)} needs the tensor")


def _reduced_early(request: Request, found: Container, element: cst.BaseExpression) -> Rewrite:
    """When one comprehension turns every element into a number, that is done before it is appended."""
    reader, clause = _only_reader(request, found)
    assert isinstance(clause.target, cst.Name)
    variable = clause.target.value
    places = [one for one in walk(reader.elt) if isinstance(one, cst.Name) and one.value == variable]
    outside = free(reader.elt) - {variable}
    if len(places) != 1 or clause.ifs or clause.inner_for_in or not _gives_number(reader.elt):
        raise Refused(f"what `{found.name}` is read for is not one number per element")
    if any(not request.names.is_import(name) for name in outside):
        raise Refused(f"the number read from `{found.name}` also depends on `{min(outside)}`")
    edits = Edits()
    new = reader.elt.deep_replace(places[0], element)
    edits.replace(element, new)
    edits.replace(reader.elt, cst.Name(variable))
    return request.rewrite(
        edits,
        Safety.UNSAFE,
        f"Append to `{found.name}` the number that is read from it later",
        "the number is computed in every round, and code elsewhere that reads the list gets numbers",
    )


def _only_reader(request: Request, found: Container) -> tuple[cst.ListComp | cst.GeneratorExp, cst.CompFor]:
    readers = []
    for use in found.uses():
        parent = request.parents[use]
        if isinstance(parent, cst.CompFor) and parent.iter is use and isinstance(parent.target, cst.Name):
            readers.append(parent)
        elif not (isinstance(parent, cst.Attribute) and parent.attr.value == "append"):
            raise Refused("the tensor is not a scalar: an array of its values would grow as fast")
    if len(readers) != 1:
        raise Refused("the tensor is not a scalar: an array of its values would grow as fast")
    comprehension = request.parents[readers[0]]
    if not isinstance(comprehension, cst.ListComp | cst.GeneratorExp):
        raise Refused(f"what `{found.name}` is read for is not one number per element")
    return comprehension, readers[0]


def _gives_number(node: cst.BaseExpression) -> bool:
    if not isinstance(node, cst.Call):
        return False
    if isinstance(node.func, cst.Name):
        return node.func.value in NUMBERS
    return isinstance(node.func, cst.Attribute) and node.func.attr.value in REDUCING and not node.args
