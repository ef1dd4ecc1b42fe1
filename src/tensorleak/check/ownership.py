"""Whose container a line means: `self.rows` in the text of one class is not the `rows` of an unrelated one."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tensorleak.check.reading import is_new

if TYPE_CHECKING:
    from tensorleak.check.module import Class, Module
    from tensorleak.check.values import Value

OWNERS = "owners"  # the option of a container that names the classes of the object whose attribute it is


def own(container: Value, classes: Sequence[Class]) -> None:
    """Remembers that a container is an attribute of an object of these classes: its own one, and those it derives from."""
    known = container.options.get(OWNERS, ())
    before = known if isinstance(known, tuple) else ()
    if not all(one in before for one in classes):
        container.options[OWNERS] = (*before, *(one for one in classes if one not in before))


def owners_of(container: Value) -> tuple[Class, ...]:
    """The classes whose `self` may have a container; none where it may be anybody's."""
    found = container.options.get(OWNERS)
    return found if isinstance(found, tuple) else ()


def meant(lines: Sequence[int], name: str, module: Module, owners: tuple[Class, ...]) -> Iterator[int]:
    """Those lines about containers of a name that may be about the one of these owners."""
    mine, anybodys = module.own.get(name), module.anybodys.get(name, ())
    if not owners or not mine:
        yield from lines
        return
    for line in lines:
        if line not in mine or line in anybodys or not is_apart(line, name, module, owners):
            yield line


def is_apart(line: int, name: str, module: Module, owners: tuple[Class, ...]) -> bool:
    """Whether `self.name` in a line is a container that another, unrelated class has made for itself."""
    node = class_around(line, module)
    if node is None or any(owner.node is node for owner in owners):
        return False
    return makes_itself(node, name, module) and not is_kin(node, module, owners)


def class_around(line: int, module: Module) -> ast.ClassDef | None:
    """The class at the top of a module in whose text a line stands."""
    classes = (node for node in module.top.values() if isinstance(node, ast.ClassDef))
    return next((node for node in classes if node.lineno <= line <= (node.end_lineno or line)), None)


def makes_itself(node: ast.ClassDef, name: str, module: Module) -> bool:
    """Whether every object of a class begins a container of this name itself, rather than being given somebody else's."""
    key = (id(node), name)
    if key not in module.made:
        given = [value for target, value in assignments(node) if is_attribute(target, name)]
        begun = [value for value in given if is_new(value, name)]
        module.made[key] = bool(begun) and all(refers(value, name) for value in given if value not in begun)
    return module.made[key]


def assignments(node: ast.ClassDef) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What is bound in the text of a class, and to what; of a tuple each part."""
    for part in ast.walk(node):
        if isinstance(part, ast.AnnAssign) and part.value is not None:
            yield part.target, part.value
        for target in part.targets if isinstance(part, ast.Assign) else ():
            assert isinstance(part, ast.Assign)
            if isinstance(target, ast.Tuple) and isinstance(part.value, ast.Tuple):
                yield from zip(target.elts, part.value.elts, strict=False)
            elif isinstance(target, ast.Tuple):
                yield from ((one, part.value) for one in target.elts)
            else:
                yield target, part.value


def is_attribute(node: ast.expr, name: str) -> bool:
    """`self.name`"""
    return isinstance(node, ast.Attribute) and node.attr == name


def refers(value: ast.expr, name: str) -> bool:
    """Whether an expression is made of what an attribute was before: `self.rows[-100:]`."""
    return any(
        isinstance(part, ast.Attribute) and part.attr == name and is_self(part.value) for part in ast.walk(value)
    )


def is_self(node: ast.expr) -> bool:
    """`self`"""
    return isinstance(node, ast.Name) and node.id == "self"


def is_kin(node: ast.ClassDef, module: Module, owners: tuple[Class, ...], depth: int = 4) -> bool:
    """Whether a class derives from an owner, or from something that cannot be told."""
    for base in node.bases:
        known = module.top.get(base.id) if isinstance(base, ast.Name) else None
        if isinstance(known, ast.ClassDef) and depth:
            if any(owner.node is known for owner in owners) or is_kin(known, module, owners, depth - 1):
                return True
        elif not is_of_library(base, module):
            return True
    return False


def is_of_library(base: ast.expr, module: Module) -> bool:
    """Whether a class comes from a library, or from the language: none of the project's."""
    name = module.dotted_name(base)
    if not name:
        return isinstance(base, ast.Name) and not module.binds(base.id) and not module.starred
    return not name.startswith(".") and module.project.find(name.partition(".")[0], module) is None
