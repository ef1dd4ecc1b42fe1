"""Whether anything is taken out of a container, by code that the program may come to."""

from __future__ import annotations

import ast
import re
import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tensorleak.check.ownership import meant, owners_of

if TYPE_CHECKING:
    from tensorleak.check.module import Class, FunctionNode, Module
    from tensorleak.check.values import Place, Value


def is_released(name: str, module: Module, calls: tuple[Place, ...], owners: tuple[Class, ...] = ()) -> bool:
    """Whether a module empties or cuts a container of this name, other than in functions that nobody calls.

    `calls` are those that lead to where it is filled. Only of a program that runs by itself every caller is known:
    an `unsubscribe` that nothing calls may be called by whoever imports a library. What an unrelated class does
    with a container of its own is left aside where it is known whose (`owners`) this one is.
    """
    lines = module.shrunk.get(name)
    if lines is None:
        return False
    return any_may_run(meant(lines, name, module, owners) if owners else lines, module, calls)


def is_cut(container: Value, modules: Iterable[Module]) -> bool:
    """Whether any of these modules has a line that empties or cuts a container of this name, and may mean this one."""
    name, owners = container.name, owners_of(container)
    return any(any(meant(module.shrunk[name], name, module, owners)) for module in modules if name in module.shrunk)


def any_may_run(lines: Iterable[int], module: Module, calls: tuple[Place, ...]) -> bool:
    """Whether the program may come to any of these lines; a library, to whatever its users call."""
    outside = is_entered_from_outside(calls)
    return any(outside or may_run(line, module) for line in lines)


def is_entered_from_outside(calls: tuple[Place, ...]) -> bool:
    """Whether these calls begin in a function that nothing in the file calls, so that others have its objects, too."""
    return bool(calls) and not isinstance(calls[0].node, ast.Call)


def may_run(line: int, module: Module) -> bool:
    """Whether the program may come to a line: not in a function whose name stands nowhere but where it is defined, and where others are called."""
    found = next((pair for pair in module.top_level() if is_in(line, pair[0])), None)
    if found is None:
        return True
    function, owner = found
    overrides = owner is not None and is_derived(owner, module, function.name)
    if function.name.startswith("__") or function.decorator_list or overrides:
        return True  # whatever it is registered with, or derives from, may call it
    calls = module.project.calls
    if id(function) in calls.followed:
        return True
    named = sum(other.mentions[function.name] for other in module.project.modules())
    return named - named_within(function, module) > calls.elsewhere(function, module)


def named_within(function: FunctionNode, module: Module) -> int:
    """How often a function's own text has its name, as in `def clear(self): self.rows.clear()`: nobody else calls it by that."""
    text = "\n".join(module.source.lines[function.lineno : function.end_lineno])
    return len(re.findall(rf"\b{function.name}\b", text))


def is_in(line: int, node: FunctionNode) -> bool:
    """Whether a line belongs to a function."""
    return node.lineno <= line <= (node.end_lineno or node.lineno)


def is_derived(owner: ast.ClassDef, module: Module, method: str) -> bool:
    """Whether a class derives from one of another file, which may call a method of this name."""
    for base in owner.bases:
        if module.dotted_name(base) == "threading.Thread" and not hasattr(threading.Thread, method):
            continue
        if not isinstance(base, ast.Name):
            return True
        known = module.top.get(base.id)
        if base.id != "object" and not (isinstance(known, ast.ClassDef) and not is_derived(known, module, method)):
            return True
    return False
