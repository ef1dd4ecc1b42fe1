"""Attributes: of modules, objects, classes and libraries."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tensorleak.check import frameworks, names
from tensorleak.check.events import Guard
from tensorleak.check.library.functions import SERVERS
from tensorleak.check.library.methods import RECEIVING, TELLING_METHODS
from tensorleak.check.library.methods import attribute as library_attribute
from tensorleak.check.library.namespaces import OWNERS, namespace_of
from tensorleak.check.module import Class, Function, Module
from tensorleak.check.reading import NAMESPACE
from tensorleak.check.values import ANY, Value, alternatives, content_of, lasting
from tensorleak.check.walk.classes import base_name, line_of, method_of, stored_in
from tensorleak.check.walk.decorators import decorated, decorator_names
from tensorleak.check.walk.lookup import in_frame, module_value

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

SESSION_NAMES = frozenset(
    ("sess", "session", "_sess", "_session", "tf_sess", "tf_session")
)  # what everybody calls them
REQUEST_PARTS = frozenset("rfile headers path request".split())
ENDS = frozenset("input inputs output outputs".split())  # of a model: what another one around its layers is made of


def attribute(run: Interpreter, base: Value, name: str, node: ast.AST) -> Value:
    """An attribute of a value."""
    kind = base.kind
    if kind == "api":
        if base.name == "flask.request":
            return Value("python data", varies=frozenset(run.loops))
        return hinted(run, Value("api", names.canonical(f"{base.name}.{name}")), name)
    if kind == "module" and isinstance(base.target, Module):
        found = module_value(run, base.target, name)
        return found if found.kind or base.target.binds(name) else submodule(run, base.target, name)
    if kind == "instance":
        return instance_attribute(run, base, name, node)
    if kind == "class" and isinstance(base.target, Class):
        return class_attribute(run, base, name)
    if name == NAMESPACE and kind in OWNERS:
        return namespace_of(base)
    if kind in ("function", "exception", "address") and base.attrs and name in base.attrs:
        return base.attrs[name]
    if kind == "mock":
        return Value("bound", name, items=[base]) if name == "reset_mock" else base
    if kind == "exception":
        return Value("bound", name, items=[base]) if name == "with_traceback" else ANY
    if kind == "super":
        return super_attribute(run, base, name)
    if kind == "bound" and base.name in frameworks.ONCE:
        return ANY  # `app.on_startup.append`
    if kind == "bound" and base.items and not base.items[0].kind and is_calling(base.items[0]):
        return attribute(run, base.items[0], name, node)  # `app.router.add_post`
    if kind == "":
        if base.attrs and name in base.attrs:
            return base.attrs[name]
        if name in SESSION_NAMES and run.mode == "graph":
            return Value("session", name)  # handed in by whoever made the object
        if name == "split" and base.name.startswith("sklearn."):
            return Value("bound", name, items=[base])  # folds
        tells = name in TELLING_METHODS or name in RECEIVING or name in names.REGISTERING or is_calling(base)
        return Value("bound", name, items=[base]) if tells else hinted(run, Value(varies=base.varies), name)
    found = library_attribute(base, name)
    if kind == "model" and name in ENDS:
        found.options["of"] = base
    return found


def submodule(run: Interpreter, package: Module, name: str) -> Value:
    """`nets.plot`, which some import statement has brought: a module of a package."""
    found = run.project.find(name, package, 1) if package.path.name == "__init__.py" else None
    return Value("module", name, found) if found is not None else ANY


def hinted(run: Interpreter, value: Value, name: str) -> Value:
    """A fresh value with what an option of this name has by default: `args.steps`, `FLAGS.steps`."""
    for module in (run.frame.module, run.root):
        if name in module.options:
            found = Value(value.kind or "number", value.name, varies=value.varies)
            found.options["likely"] = module.options[name]
            return found
    return value


def is_calling(value: Value) -> bool:
    """Whether something was made by a framework that calls functions back."""
    return frameworks.root(value.name) in frameworks.CALLING or frameworks.searches(value.name)


def instance_attribute(run: Interpreter, base: Value, name: str, node: ast.AST) -> Value:
    """An object's own attribute, its class's, or a method of the library class it derives from."""
    if base.attrs and name in base.attrs:
        return lasting(base, base.attrs[name]) if "lasting" in base.options else base.attrs[name]
    cls = base.target
    assert isinstance(cls, Class)
    method = method_of(run, cls, name)
    if method is not None:
        return with_others(run, bound(run, method, base, node), base, name, node)
    value = class_value(run, cls, name)
    if value is not None:
        found = run.special(value, "__get__", [base, Value("class", cls.name, cls)], node)
        return value if found is None else found
    if name == "model" and names.is_callback(base.name):
        return Value("model")
    if name == "server" and base.name.startswith(SERVERS) and run.server is not None:
        return run.server
    if name in REQUEST_PARTS and base.name.startswith(names.HANDLER_BASES):
        return Value("python data", varies=frozenset(run.loops))
    if name in SESSION_NAMES and run.mode == "graph":
        return Value("session", name)
    return Value("bound", name, items=[base]) if base.name else ANY


def with_others(run: Interpreter, method: Value, base: Value, name: str, node: ast.AST) -> Value:
    """A method of an object, with those of the other classes that it may be of; a trace is told of one of them."""
    if run.traced:
        return method
    found = [instance_attribute(run, other, name, node) for other in alternatives(base)]
    others = [other for other in found if other.kind == "function"]
    if others and method.kind == "function":
        method.options["others"] = others
    return method


def class_value(run: Interpreter, cls: Class, name: str) -> Value | None:
    """What a class stores under a name, or one that it derives from: one value for all objects of them; None where there is none."""
    for owner in line_of(run, cls):
        if (id(owner), name) in run.stored:
            return run.stored[id(owner), name]
    found = stored_in(run, cls, name)
    if found is None:
        return None
    owner, node = found
    key = id(owner), name
    if key not in run.stored:
        run.stored[key] = ANY  # a name that is defined by itself
        value = run.stored[key] = in_frame(run, owner.module, lambda: run.evaluate(node))
        if not value.name and value.kind in ("list", "dict", "queue"):
            value.name = name
    return run.stored[key]


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
    if value.kind == "instance":  # a decorator that is a class: a descriptor, or an object to be called
        found = run.special(value, "__get__", [base, Value("class", base.name, base.target)], node)
        return value if found is None else found
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
    if base.attrs is not None and name in base.attrs:
        return base.attrs[name]
    stored = class_value(run, cls, name)
    if stored is not None:
        return stored
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
    if name == "__new__":
        return Value("allocator")
    content = content_of(instance)
    return Value("bound", name, items=[content]) if content is not None else ANY
