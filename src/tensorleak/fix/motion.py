"""Whether code means the same at another place: what it reads must not change between here and there."""

from __future__ import annotations

import libcst as cst

from tensorleak.fix.builtins import PURE_FUNCTIONS
from tensorleak.fix.nodes import find
from tensorleak.fix.request import Loop, Refused, Request, Statement
from tensorleak.fix.scopes import binding_count, bound, changed_paths, free, parameters, paths_read

# Calls that give the same whenever they are made with the same arguments.
REPEATABLE = ("tensorflow.", "keras.", "numpy.", "os.path.", "math.", "pathlib.")
FICKLE = ("numpy.random.", "tensorflow.random.Generator", "tensorflow.data.experimental.")
# Calls that read the disk, where something else may stand by the next round.
READING = (
    *(
        "tensorflow.train.latest_checkpoint",
        "tensorflow.train.get_checkpoint_state",
        "tensorflow.train.checkpoint_exists",
    ),
    *("tensorflow.train.load_", "tensorflow.train.list_variables", "tensorflow.gfile.", "tensorflow.io.gfile."),
    *("numpy.load", "numpy.fromfile", "numpy.genfromtxt", "numpy.memmap"),
    *("os.path.exists", "os.path.isfile", "os.path.isdir", "os.path.getmtime", "os.path.getsize"),
)


def top_level(request: Request, node: cst.CSTNode) -> Statement:
    """The statement of the module that a node is in."""
    for one in (node, *request.ancestors(node)):
        if isinstance(request.parents.get(one), cst.Module):
            assert isinstance(one, cst.SimpleStatementLine | cst.BaseCompoundStatement)
            return one
    raise Refused("the line is outside of the module")


def initialiser(owner: cst.ClassDef) -> cst.FunctionDef:
    """The `__init__` of a class, to which something may be added at the end."""
    for one in owner.body.body:
        if isinstance(one, cst.FunctionDef) and one.name.value == "__init__":
            if any(True for _ in find(one.body, cst.Return)) or not isinstance(one.body, cst.IndentedBlock):
                raise Refused(f"`{owner.name.value}.__init__` returns early")
            return one
    raise Refused(f"`{owner.name.value}` has no `__init__` to build it in")


def check_fixed(request: Request, node: cst.CSTNode, varying: set[str], region: cst.CSTNode) -> None:
    """Refuses unless an expression gives the same before a region of code as anywhere in it."""
    changing = free(node) & varying
    if changing:
        raise Refused(f"it depends on `{min(changing)}`, which changes")
    check_paths(request, node, changed_paths(region))
    for call in find(node, cst.Call):
        if isinstance(call.func, cst.Name) and call.func.value == "print":
            raise Refused("`print` is called every time")
        if not is_repeatable(request, call):
            raise Refused(f"`{request.code(call.func)}` may give something else on every call")


def check_paths(request: Request, node: cst.CSTNode, changed: set[str]) -> None:
    """Refuses when an expression reads an attribute that is among those that change."""
    moving = sorted(path for path in paths_read(node) if path in changed)
    if moving:
        raise Refused(f"it depends on `{moving[0]}`, which changes")


def check_attributes(request: Request, node: cst.CSTNode, owner: cst.ClassDef) -> None:
    """Refuses when an expression reads an attribute of `self` that is not set in `__init__` alone."""
    made = initialiser(owner)
    elsewhere = changed_paths(*(one for one in owner.body.body if one is not made))
    check_paths(request, node, elsewhere)
    set_here = changed_paths(made)
    methods = bound(*owner.body.body)
    for path in paths_read(node):
        parts = path.split(".")
        if parts[0] == "self" and len(parts) > 1 and ".".join(parts[:2]) not in set_here and parts[1] not in methods:
            raise Refused(f"`{'.'.join(parts[:2])}` is not set in `{owner.name.value}.__init__`")


def is_repeatable(request: Request, call: cst.Call) -> bool:
    """Whether a call may be made once instead of again and again."""
    name = request.names.called(call)
    if name:
        return name.startswith(REPEATABLE) and not name.startswith((*FICKLE, *READING))
    if isinstance(call.func, cst.Name):
        return call.func.value in PURE_FUNCTIONS
    return isinstance(call.func, cst.Attribute) and call.func.attr.value in {
        "get_next",
        "join",
        "format",
        "reshape",
        "astype",
        "get_shape",
    }


def varying_in_loop(request: Request, loop: Loop) -> set[str]:
    """The names that a loop binds, and those that a function may assign to from inside it."""
    return bound(loop) | _declared_global(request)


def varying_in_function(request: Request, function: cst.FunctionDef) -> set[str]:
    """The names that differ from call to call: parameters other than `self`, locals, and what changes around them."""
    params = {param.name.value for param in parameters(function)} - {"self", "cls"}
    around = _unsteady(request.module) | _declared_global(request)
    outer = request.function(function)
    while outer is not None:
        around |= _unsteady(outer.body)
        outer = request.function(outer)
    return params | bound(function.body) | around


def _unsteady(scope: cst.CSTNode) -> set[str]:
    """The names that a scope binds again: in several places, or in a loop."""
    looped = {name for loop in (*find(scope, cst.For), *find(scope, cst.While)) for name in bound(loop)} & bound(scope)
    return looped | {name for name in bound(scope) if binding_count(scope, name) > 1}


def _declared_global(request: Request) -> set[str]:
    return {item.name.value for node in find(request.module, cst.Global) for item in node.names}


def fresh_name(request: Request, wanted: str, taken: set[str] = frozenset()) -> str:  # type: ignore[assignment]
    """A name like the wanted one that the file does not use yet."""
    used = {node.value for node in find(request.module, cst.Name)} | set(taken)
    name, number = wanted, 2
    while name in used:
        name, number = f"{wanted}_{number}", number + 1
    return name


def root_name(node: cst.CSTNode) -> str:
    """A word for an expression: its last name."""
    while isinstance(node, cst.Subscript):
        node = node.value
    if isinstance(node, cst.Call):
        return root_name(node.func)
    last = node.attr if isinstance(node, cst.Attribute) else node
    return last.value.strip("_").lower() if isinstance(last, cst.Name) else "value"
