"""What a name means: in a function, at the top of a module, by an import."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from tensorleak.check import names
from tensorleak.check.module import Module
from tensorleak.check.syntax import root_name
from tensorleak.check.values import ANY, Value
from tensorleak.check.walk.decorators import decorated
from tensorleak.check.walk.frame import Frame

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

LIBRARIES = frozenset((*names.ROOTS, *sys.stdlib_module_names, "absl", "pandas", "scipy", "matplotlib", "six", "gym"))
BUILTINS = frozenset(
    "range xrange enumerate zip len float int str bool list dict set tuple iter next min max sum sorted map filter "
    "abs round print super isinstance getattr setattr hasattr vars globals type reversed open any all repr bytes id object "
    "input".split()
)


def lookup(run: Interpreter, name: str) -> Value:
    """What a name means here."""
    frame: Frame | None = run.frame
    while frame is not None:
        found = frame.env.get(name)
        if found is not None:
            found.enclosed = found.enclosed or (frame.function != run.frame.function and frame.parent is not None)
            return found
        frame = frame.parent
    return module_value(run, run.frame.module, name)


def module_value(run: Interpreter, module: Module, name: str) -> Value:
    """What a name at the top of a module means."""
    frame = run.frames.get(id(module))
    if frame is not None and name in frame.env:
        return frame.env[name]
    key = (id(module), name)
    known = run.tops.get(key)
    if known is None:
        run.tops[key] = ANY  # a name that is defined by itself
        known = run.tops[key] = _module_value(run, module, name)
    return known


def _module_value(run: Interpreter, module: Module, name: str) -> Value:
    node = module.top.get(name)
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return in_frame(run, module, lambda: decorated(run, module.function(node), run.frame))
    if isinstance(node, ast.ClassDef):
        return Value("class", name, module.class_of(node))
    if node is not None and not (name in module.imports and root_name(node) == name):  # `tf = tf.compat.v1`
        value = in_frame(run, module, lambda: run.evaluate(node))
        if not value.name and value.kind in ("list", "dict", "queue"):
            value.name = name
        return value
    if name in module.imports:
        return imported(run, module, module.imports[name])
    if name in BUILTINS:
        return Value("api", name)
    return starred(run, module, name) if module.starred else ANY


def starred(run: Interpreter, module: Module, name: str) -> Value:
    """What `from … import *` brings, as far as it is known to be there."""
    for dotted in module.starred:
        level = len(dotted) - len(dotted.lstrip("."))
        found = run.project.find(dotted[level:], module, level) if dotted.partition(".")[0] not in LIBRARIES else None
        if found is not None and found is not module and found.binds(name):
            return module_value(run, found, name)
        candidate = names.canonical(f"{dotted}.{name}")
        if names.kind_of_call(candidate) or candidate in names.MODEL_LOADERS | names.CLEARS:
            return Value("api", candidate)
    return ANY


def in_frame(run: Interpreter, module: Module, action: Callable[[], Value]) -> Value:
    """Evaluates something as the top of another module would, before anything repeats."""
    frame = run.frames.get(id(module)) or Frame(module, "<module>")
    with run.changed(frame=frame, loops=(), guards=(), calls=(), traced=False, thread=False):
        return action()


def in_module(run: Interpreter, node: ast.AST, module: Module) -> Value:
    """The value of a plain name or attribute as written in a module."""
    if isinstance(node, ast.Name):
        return module_value(run, module, node.id)
    if isinstance(node, ast.Attribute):
        return run.attribute(in_module(run, node.value, module), node.attr, node)
    return ANY


def imported(run: Interpreter, module: Module, dotted: str) -> Value:
    """What an import brings: something of the project, or a name of a library."""
    level = len(dotted) - len(dotted.lstrip("."))
    rest = dotted[level:]
    if not level and rest.partition(".")[0] in LIBRARIES:
        return Value("api", names.canonical(rest))
    parent, _, name = rest.rpartition(".")
    package = run.project.find(parent, module, level) if parent or level else None
    if package is not None and package is not module and package.binds(name):
        return module_value(run, package, name)  # before a submodule of the same name
    found = run.project.find(rest, module, level)
    if found is not None and rest:
        return Value("module", rest, found)
    return Value("api", names.canonical(rest)) if not level else ANY
