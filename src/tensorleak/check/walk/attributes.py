"""Attributes: of modules, objects, classes and libraries."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tensorleak.check import frameworks, names
from tensorleak.check.events import Guard
from tensorleak.check.library.methods import TELLING_METHODS
from tensorleak.check.library.methods import attribute as library_attribute
from tensorleak.check.module import Class, Function, Module
from tensorleak.check.values import ANY, Value, content_of, lasting
from tensorleak.check.walk.classes import base_name, method_of
from tensorleak.check.walk.decorators import decorated, decorator_names
from tensorleak.check.walk.lookup import in_frame, module_value

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

SESSION_NAMES = frozenset(
    ("sess", "session", "_sess", "_session", "tf_sess", "tf_session")
)  # what everybody calls them
REQUEST_PARTS = frozenset("rfile headers path request".split())


def attribute(run: Interpreter, base: Value, name: str, node: ast.AST) -> Value:
    """An attribute of a value."""
    kind = base.kind
    if kind == "api":
        if base.name == "flask.request":
            return Value("python data", varies=frozenset(run.loops))
        return hinted(run, Value("api", names.canonical(f"{base.name}.{name}")), name)
    if kind == "module" and isinstance(base.target, Module):
        return module_value(run, base.target, name)
    if kind == "instance":
        return instance_attribute(run, base, name, node)
    if kind == "class" and isinstance(base.target, Class):
        return class_attribute(run, base, name)
    if kind == "function" and base.attrs and name in base.attrs:
        return base.attrs[name]
    if kind == "super":
        return super_attribute(run, base, name)
    if kind == "bound" and base.name in frameworks.ONCE:
        return ANY  # `app.on_startup.append`
    if kind == "bound" and base.items and not base.items[0].kind and is_calling(base.items[0]):
        return attribute(run, base.items[0], name, node)  # `app.router.add_post`
    if kind == "":
        if name in SESSION_NAMES and run.mode == "graph":
            return Value("session", name)  # handed in by whoever made the object
        if name == "split" and base.name.startswith("sklearn."):
            return Value("bound", name, items=[base])  # folds
        tells = name in TELLING_METHODS or name in names.REGISTERING or is_calling(base)
        return Value("bound", name, items=[base]) if tells else hinted(run, Value(varies=base.varies), name)
    return library_attribute(base, name)


def hinted(run: Interpreter, value: Value, name: str) -> Value:
    """A fresh value with what an option of this name has by default: `args.steps`, `FLAGS.steps`."""
    for module in (run.frame.module, run.root):
        if name in module.options:
            value.options["likely"] = module.options[name]
            break
    return value


def is_calling(value: Value) -> bool:
    """Whether something was made by a framework that calls functions back."""
    return frameworks.root(value.name) in frameworks.CALLING


def instance_attribute(run: Interpreter, base: Value, name: str, node: ast.AST) -> Value:
    """An object's own attribute, its class's, or a method of the library class it derives from."""
    if base.attrs and name in base.attrs:
        return lasting(base, base.attrs[name]) if "lasting" in base.options else base.attrs[name]
    cls = base.target
    assert isinstance(cls, Class)
    method = method_of(run, cls, name)
    if method is not None:
        return bound(run, method, base, node)
    if name in cls.values:
        value = in_frame(run, cls.module, lambda: run.evaluate(cls.values[name]))
        if not value.name and value.kind in ("list", "dict", "queue"):
            value.name = name
        if base.attrs is not None:
            base.attrs[name] = value
        return value
    if name == "model" and base.name in names.CALLBACK_BASES:
        return Value("model")
    if name in REQUEST_PARTS and base.name.startswith(names.HANDLER_BASES):
        return Value("python data", varies=frozenset(run.loops))
    if name in SESSION_NAMES and run.mode == "graph":
        return Value("session", name)
    return Value("bound", name, items=[base]) if base.name else ANY


def bound(run: Interpreter, method: Function, base: Value, node: ast.AST) -> Value:
    """A method of an object; a property's value."""
    decorators = decorator_names(method)
    if "functools.cached_property" in decorators:
        with run.changed(guards=(*run.guards, Guard(True, depth=len(run.loops)))):
            value = run.call_function(method, [], {}, node, base)
        if base.attrs is not None:
            base.attrs[method.name] = value
        return value
    if "property" in decorators:
        return run.call_function(method, [], {}, node, base)
    with run.changed(loops=(), guards=()):  # it was made with the class
        value = decorated(run, method, None)
    copy = Value(value.kind, value.name, value.target, place=value.place, born=value.born)
    copy.options = dict(value.options)
    copy.items = [Value("class", base.name, base.target) if "classmethod" in decorators else base]
    return copy


def class_attribute(run: Interpreter, base: Value, name: str) -> Value:
    """A class's method or value."""
    cls = base.target
    assert isinstance(cls, Class)
    method = method_of(run, cls, name)
    if method is not None:
        value = Value("function", name, method)
        if "classmethod" in decorator_names(method):
            value.items = [base]
        return value
    if name in cls.values:
        if base.attrs is None:
            base.attrs = {}
        if name not in base.attrs:
            base.attrs[name] = in_frame(run, cls.module, lambda: run.evaluate(cls.values[name]))
            base.attrs[name].name = base.attrs[name].name or name
        return base.attrs[name]
    library_base = base_name(run, cls)
    return Value("api", f"{library_base}.{name}") if library_base else ANY


def super_attribute(run: Interpreter, base: Value, name: str) -> Value:
    """`super().method`: the project's if there is one."""
    instance = base.items[0] if base.items else ANY
    cls = base.target
    if isinstance(cls, Class):
        for node in cls.node.bases:
            value = run.in_module(node, cls.module)
            if value.kind == "class" and isinstance(value.target, Class):
                method = method_of(run, value.target, name)
                if method is not None:
                    found = Value("function", name, method)
                    found.items = [instance]
                    return found
    content = content_of(instance)
    return Value("bound", name, items=[content]) if content is not None else ANY
