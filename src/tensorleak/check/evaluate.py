"""Expressions: what kind of value each is, and what happens while it is evaluated."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tensorleak.check import library, names
from tensorleak.check.events import Guard
from tensorleak.check.project import Class, Function, Module
from tensorleak.check.values import ANY, ARRAYS, FEW, NONE, NOTHING, TENSORS, TEXT, Loop, Place, Value, joined

if TYPE_CHECKING:
    from tensorleak.check.interpret import Frame, Interpreter

LIBRARIES = frozenset((*names.ROOTS, *sys.stdlib_module_names, "absl", "pandas", "scipy", "matplotlib", "six", "gym"))
BUILTINS = frozenset(
    "range enumerate zip len float int str bool list dict set tuple iter next min max sum sorted map filter "
    "abs round print super isinstance getattr setattr hasattr type reversed open any all repr bytes id object "
    "input".split()
)


FLOAT = Value("number", "float")
PLAIN_DECORATORS = frozenset("property staticmethod classmethod dataclass abstractmethod contextmanager wraps".split())


def value_of(run: Interpreter, node: ast.AST) -> Value:
    """The value of an expression, with all that happens on the way."""
    step = EXPRESSIONS.get(node.__class__)
    return step(run, node) if step is not None else ANY


# names


def lookup(run: Interpreter, name: str) -> Value:
    """What a name means here."""
    frame: Frame | None = run.frame
    while frame is not None:
        found = frame.env.get(name)
        if found is not None:
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
    if node is not None:
        return in_frame(run, module, lambda: value_of(run, node))
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
    from tensorleak.check.interpret import Frame

    frame = run.frames.get(id(module)) or Frame(module, "<module>")
    with run.changed(frame=frame, loops=(), guards=(), calls=(), traced=False, thread=False):
        return action()


def in_module(run: Interpreter, node: ast.AST, module: Module) -> Value:
    """The value of a plain name or attribute as written in a module."""
    if isinstance(node, ast.Name):
        return module_value(run, module, node.id)
    if isinstance(node, ast.Attribute):
        return attribute(run, in_module(run, node.value, module), node.attr, node)
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


def _name(run: Interpreter, node: ast.Name) -> Value:
    return lookup(run, node.id)


def _attribute(run: Interpreter, node: ast.Attribute) -> Value:
    return attribute(run, value_of(run, node.value), node.attr, node)


def attribute(run: Interpreter, base: Value, name: str, node: ast.AST) -> Value:
    """An attribute of a value."""
    kind = base.kind
    if kind == "api":
        if base.name == "flask.request":
            return Value("python data", varies=frozenset(run.loops))
        return Value("api", names.canonical(f"{base.name}.{name}"))
    if kind == "module" and isinstance(base.target, Module):
        return module_value(run, base.target, name)
    if kind == "instance":
        return instance_attribute(run, base, name, node)
    if kind == "class" and isinstance(base.target, Class):
        return class_attribute(run, base, name)
    if kind == "super":
        return super_attribute(run, base, name)
    if kind == "":
        tells = name in library.TELLING_METHODS or name in names.REGISTERING
        return Value("bound", name, items=[base]) if tells else Value(varies=base.varies)
    return library.attribute(run, base, name)


def instance_attribute(run: Interpreter, base: Value, name: str, node: ast.AST) -> Value:
    """An object's own attribute, its class's, or a method of the library class it derives from."""
    from tensorleak.check.interpret import method_of

    if base.attrs and name in base.attrs:
        return base.attrs[name]
    cls = base.target
    assert isinstance(cls, Class)
    method = method_of(run, cls, name)
    if method is not None:
        return bound(run, method, base, node)
    if name in cls.values:
        value = in_frame(run, cls.module, lambda: value_of(run, cls.values[name]))
        if not value.name and value.kind in ("list", "dict", "queue"):
            value.name = name
        if base.attrs is not None:
            base.attrs[name] = value
        return value
    if name == "model" and base.name in names.CALLBACK_BASES:
        return Value("model")
    return Value("bound", name, items=[base]) if base.name else ANY


def bound(run: Interpreter, method: Function, base: Value, node: ast.AST) -> Value:
    """A method of an object; a property's value."""
    decorators = decorator_names(run, method)
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
    from tensorleak.check.interpret import base_name, method_of

    cls = base.target
    assert isinstance(cls, Class)
    method = method_of(run, cls, name)
    if method is not None:
        value = Value("function", name, method)
        if "classmethod" in decorator_names(run, method):
            value.items = [base]
        return value
    if name in cls.values:
        if base.attrs is None:
            base.attrs = {}
        if name not in base.attrs:
            base.attrs[name] = in_frame(run, cls.module, lambda: value_of(run, cls.values[name]))
            base.attrs[name].name = base.attrs[name].name or name
        return base.attrs[name]
    library_base = base_name(run, cls)
    return Value("api", f"{library_base}.{name}") if library_base else ANY


def super_attribute(run: Interpreter, base: Value, name: str) -> Value:
    """`super().method`: the project's if there is one."""
    from tensorleak.check.interpret import method_of

    instance = base.items[0] if base.items else ANY
    cls = base.target
    if isinstance(cls, Class):
        for node in cls.node.bases:
            value = in_module(run, node, cls.module)
            if value.kind == "class" and isinstance(value.target, Class):
                method = method_of(run, value.target, name)
                if method is not None:
                    found = Value("function", name, method)
                    found.items = [instance]
                    return found
    return ANY


def decorator_names(run: Interpreter, function: Function) -> set[str]:
    """The names of a function's decorators, canonical."""
    node = function.node
    if isinstance(node, ast.Lambda) or not node.decorator_list:
        return set()
    found = set()
    for item in node.decorator_list:
        target = item.func if isinstance(item, ast.Call) else item
        dotted = function.module.dotted_name(target)
        found.add(names.canonical(dotted) if dotted else getattr(target, "id", ""))
    return found


def decorated(run: Interpreter, function: Function, frame: Frame | None) -> Value:
    """What a `def` binds its name to: the function, or what its decorators make of it."""
    value = Value("function", function.name, function, born=run.loops)
    value.options["frame"] = frame
    node = function.node
    if isinstance(node, ast.Lambda):
        return value
    for item in reversed(node.decorator_list):
        value = _decorate(run, item, value, function)
    return value


def by_own_decorator(run: Interpreter, made: Value, value: Value, item: ast.expr) -> Value:
    """What a decorator of the project makes of a function: mostly a wrapper around it."""
    assert isinstance(made.target, Function)
    result = run.call_function(made.target, [value], {}, item, None, made.options.get("frame"))  # type: ignore[arg-type]
    return result if result.kind in ("function", "traced", "memo") else value


def _decorate(run: Interpreter, item: ast.expr, value: Value, function: Function) -> Value:
    target = item.func if isinstance(item, ast.Call) else item
    resolved = names.canonical(function.module.dotted_name(target))
    if not resolved and isinstance(target, ast.Name) and target.id not in PLAIN_DECORATORS:
        made = lookup(run, target.id)  # `compiled = functools.partial(tf.function, …)`
        resolved = made.name if made.kind == "api" else ""
        if made.kind == "function" and isinstance(made.target, Function) and target is item:
            return by_own_decorator(run, made, value, item)
    keywords = {word.arg: word.value for word in item.keywords if word.arg} if isinstance(item, ast.Call) else {}
    if resolved == "functools.partial" and isinstance(item, ast.Call) and item.args:
        resolved = names.canonical(function.module.dotted_name(item.args[0]))
    if resolved == "tf.function":
        return library.traced(run, value, item, {name: constant(word) for name, word in keywords.items()})
    if resolved in ("functools.lru_cache", "functools.cache"):
        size = keywords.get("maxsize") or (item.args[0] if isinstance(item, ast.Call) and item.args else None)
        unbounded = resolved == "functools.cache" or (isinstance(size, ast.Constant) and size.value is None)
        memo = Value("memo", value.name, value.target, place=run.place(item), born=run.loops)
        memo.options = {**value.options, "unbounded": unbounded}
        return memo
    return value


def constant(node: ast.expr) -> object:
    """A literal's value; for anything else that it is there."""
    return node.value if isinstance(node, ast.Constant) else True


# operators


def combined(run: Interpreter, node: ast.AST, left: Value, right: Value) -> Value:
    """The result of an operator on two values; in a graph, an operation when either is a tensor."""
    shapes = left.shapes | right.shapes
    if left.kind in TENSORS or right.kind in TENSORS:
        value = Value("tensor", "operator", shapes=shapes)
        if run.mode == "graph":
            value.options["graph"] = run.tell_op(node, "operator", [left, right])
        value.options["scalar"] = all(part.kind == "number" or part.options.get("scalar") for part in (left, right))
        return value
    if left.kind in ARRAYS or right.kind in ARRAYS:
        return array_like(left if left.kind in ARRAYS else right, shapes)
    varies = left.varies | right.varies
    operator = getattr(node, "op", None)
    if isinstance(operator, ast.Mod) and left.kind != "text":
        many = isinstance(right.const, int) and right.const > library.FINITE
        varies = left.varies if many else NOTHING
    if left.kind == "text" or right.kind == "text":
        return Value("text", varies=varies)
    if "python data" in (left.kind, right.kind):
        return Value("python data", varies=varies)
    if left.kind == "list" or right.kind == "list":
        return Value("list", items=list((left.items or []) + (right.items or [])), born=run.loops, shapes=shapes)
    if left.kind == right.kind == "number":
        return Value("number", varies=varies, const=folded(operator, left.const, right.const))
    if "number" in (left.kind, right.kind) and varies:
        return Value("number" if left.kind and right.kind else "", varies=varies)
    return Value(varies=varies)


def array_like(value: Value, shapes: frozenset[Loop]) -> Value:
    """Another array of the same shape."""
    found = Value("array", shapes=shapes)
    found.options.update({name: value.options[name] for name in ("shape", "size") if name in value.options})
    return found


def folded(operator: ast.AST | None, left: object, right: object) -> object:
    """Plain integer arithmetic, for the sizes of loops and arrays."""
    if not (isinstance(left, int) and isinstance(right, int)):
        return None
    if isinstance(operator, ast.Add):
        return left + right
    if isinstance(operator, ast.Sub):
        return left - right
    if isinstance(operator, ast.Mult):
        return left * right
    return left // right if isinstance(operator, ast.FloorDiv) and right else None


def _binary(run: Interpreter, node: ast.BinOp) -> Value:
    return combined(run, node, value_of(run, node.left), value_of(run, node.right))


def _unary(run: Interpreter, node: ast.UnaryOp) -> Value:
    value = value_of(run, node.operand)
    return combined(run, node, value, value) if value.kind in TENSORS else value


def _boolean(run: Interpreter, node: ast.BoolOp) -> Value:
    result = value_of(run, node.values[0])
    guard = (Guard(True, depth=len(run.loops)),) if isinstance(node.op, ast.Or) else ()  # `known or make_it()`
    with run.changed(guards=(*run.guards, *guard)):
        for part in node.values[1:]:
            result = joined(result, value_of(run, part))
    return result


def _compare(run: Interpreter, node: ast.Compare) -> Value:
    left = value_of(run, node.left)
    result: Value = Value("number")
    for operator, comparator in zip(node.ops, node.comparators, strict=True):
        right = value_of(run, comparator)
        if isinstance(operator, ast.Lt | ast.LtE | ast.Gt | ast.GtE) and (
            left.kind in TENSORS or right.kind in TENSORS
        ):
            result = combined(run, node, left, right)
        elif left.kind in ARRAYS:
            result = array_like(left, left.shapes)
    return result


def _conditional(run: Interpreter, node: ast.IfExp) -> Value:
    from tensorleak.check.interpret import guard_of, rest_guard

    value_of(run, node.test)
    first, second = guard_of(run, node.test), rest_guard(run, node.test)
    with run.changed(guards=(*run.guards, first) if first else run.guards):
        body = value_of(run, node.body)
    with run.changed(guards=(*run.guards, second) if second else run.guards):
        other = value_of(run, node.orelse)
    if body.kind == other.kind == "number" and body.const != other.const:
        return Value("number", varies=body.varies | other.varies)
    return joined(body, other)


def _subscript(run: Interpreter, node: ast.Subscript) -> Value:
    base, key = value_of(run, node.value), value_of(run, node.slice)
    if base.kind in TENSORS:
        if run.mode == "graph" and key.kind not in ("", "text"):  # a batch may be a dictionary of tensors
            run.tell_op(node, "slice", [base])
        return Value("tensor", shapes=base.shapes | (key.varies if key.kind == "slice" else NOTHING))
    if base.kind in ARRAYS:
        return Value("array", base.name, shapes=base.shapes | (key.varies if key.kind == "slice" else NOTHING))
    if base.kind in ("tuple", "list", "dict") and base.items:
        index = key.const
        if base.kind == "tuple" and isinstance(index, int) and -len(base.items) <= index < len(base.items):
            return base.items[index]
        if key.kind == "slice":
            return Value(base.kind, items=base.items, born=run.loops)
        kinds = {part.kind for part in base.items}
        if len(kinds) > 1 and not kinds <= TENSORS:
            return ANY  # which of them, nobody knows
        result = base.items[0]
        for other in base.items[1:]:
            result = joined(result, other)
        return result
    if base.kind == "python data":
        return base
    if base.kind == "shape":
        return Value("number", varies=base.varies if key.const == 0 else NOTHING)
    return Value(varies=base.varies)


def _slice(run: Interpreter, node: ast.Slice) -> Value:
    varies: frozenset[Loop] = NOTHING
    for part in (node.lower, node.upper, node.step):
        if part is not None:
            bound = value_of(run, part)
            varies |= bound.varies if bound.kind == "number" else NOTHING
    return Value("slice", varies=varies if node.lower is None or node.upper is None else NOTHING)


# displays


def _constant(run: Interpreter, node: ast.Constant) -> Value:
    if node.value is None:
        return NONE
    if isinstance(node.value, str | bytes):
        return TEXT
    return Value("number", const=node.value) if isinstance(node.value, int) else FLOAT


def _tuple(run: Interpreter, node: ast.Tuple) -> Value:
    value = Value("tuple", items=[value_of(run, part) for part in node.elts])
    value.options["literal"] = len(node.elts) <= 16
    return value


def _list(run: Interpreter, node: ast.List) -> Value:
    value = Value("list", items=[value_of(run, part) for part in node.elts], born=run.loops, place=run.place(node))
    value.options.update(literal=0 < len(node.elts) <= 16, traced=run.traced)
    return value


def _set(run: Interpreter, node: ast.Set) -> Value:
    return Value("list", items=[value_of(run, part) for part in node.elts], born=run.loops, place=run.place(node))


def _dict(run: Interpreter, node: ast.Dict) -> Value:
    for key in node.keys:
        if key is not None:
            value_of(run, key)
    value = Value("dict", items=[value_of(run, part) for part in node.values], born=run.loops, place=run.place(node))
    value.varies = library.all_varying(value.items or ())
    value.options["literal"] = 0 < len(node.values) <= 16
    return value


def _text(run: Interpreter, node: ast.JoinedStr) -> Value:
    varies: frozenset[Loop] = NOTHING
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            varies |= value_of(run, part.value).varies
    return Value("text", varies=varies)


def _comprehension(run: Interpreter, node: Any) -> Value:
    from tensorleak.check.interpret import Frame, element_of, rounds, words

    before, loops, guards = run.frame, run.loops, run.guards
    run.frame = Frame(before.module, before.function, before)
    shapes: frozenset[Loop] = NOTHING
    few = True
    try:
        for part in node.generators:
            iterable = value_of(run, part.iter)
            shapes |= iterable.shapes
            loop = Loop(
                "loop", part.iter, before.module, rounds(run, part.iter, iterable), f"loop over {words(part.iter)}"
            )
            few = few and loop.size == FEW
            run.loops = (*run.loops, loop)
            run.bind(part.target, element_of(iterable, loop))
            for test in part.ifs:
                value_of(run, test)
        if isinstance(node, ast.DictComp):
            value_of(run, node.key)
            element = value_of(run, node.value)
        else:
            element = value_of(run, node.elt)
    finally:
        run.frame, run.loops, run.guards = before, loops, guards
    kind = {ast.GeneratorExp: "generator", ast.DictComp: "dict"}.get(node.__class__, "list")
    value = Value(kind, items=[element], born=run.loops, place=run.place(node), shapes=shapes)
    value.options.update(literal=few, few=few, traced=run.traced)
    return value


def _lambda(run: Interpreter, node: ast.Lambda) -> Value:
    value = Value("function", "<lambda>", run.frame.module.function(node), born=run.loops, place=run.place(node))
    value.options["frame"] = run.frame
    return value


def _await(run: Interpreter, node: ast.Await) -> Value:
    return value_of(run, node.value)


def _named(run: Interpreter, node: ast.NamedExpr) -> Value:
    value = value_of(run, node.value)
    run.bind(node.target, value)
    return value


def _yield(run: Interpreter, node: ast.Yield) -> Value:
    run.frame.yields.append(run.evaluate(node.value))
    return ANY


def _yield_from(run: Interpreter, node: ast.YieldFrom) -> Value:
    value = run.evaluate(node.value)
    run.frame.yields.extend(value.items or [])
    return ANY


def _starred(run: Interpreter, node: ast.Starred) -> Value:
    return value_of(run, node.value)


# calls


def _call(run: Interpreter, node: ast.Call) -> Value:
    function = value_of(run, node.func)
    arguments: list[Value] = []
    for part in node.args:
        value = value_of(run, part)
        if isinstance(part, ast.Starred):
            arguments.extend(value.items or []) if value.kind == "tuple" else None
        else:
            arguments.append(value)
    keywords = {}
    for word in node.keywords:
        value = value_of(run, word.value)
        if word.arg:
            keywords[word.arg] = value
    return call(run, function, arguments, keywords, node)


def call(run: Interpreter, function: Value, arguments: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value:
    """Calls a value."""
    kind = function.kind
    if kind == "api":
        return library.call(run, function.name, arguments, keywords, node)
    if kind == "bound":
        receiver = function.items[0] if function.items else ANY
        return library.method(run, receiver, function.name, arguments, keywords, node)
    if kind in ("function", "memo") and isinstance(function.target, Function):
        return project_call(run, function, arguments, keywords, node)
    if kind == "tracer" and arguments:
        return library.traced(run, arguments[0], node, function.options)
    if kind == "traced":
        return library.traced_call(run, function, arguments, keywords, node)
    if kind == "class" and isinstance(function.target, Class):
        return instantiate(run, function.target, arguments, keywords, node)
    if kind == "partial" and function.items:
        return call(run, function.items[0], [*function.arguments, *arguments], keywords, node)
    if kind == "instance":
        return call_instance(run, function, arguments, keywords, node)
    if kind in ("layer", "model"):
        return library.called_model(run, function, arguments, node)
    if kind == "record":
        return Value("tuple", items=[*arguments, *keywords.values()])
    varies = function.varies | library.all_varying((*arguments, *keywords.values()))
    if kind == "python data":
        return Value(kind, varies=varies)
    if run.mode == "eager" and any(value.kind == "tensor" for value in arguments):
        library.works(run)  # a model, most likely
    return Value(varies=varies)


def project_call(
    run: Interpreter, function: Value, arguments: list[Value], keywords: dict[str, Value], node: ast.AST
) -> Value:
    """A call of the project's own function; of a memoised one, what it returns stays."""
    target = function.target
    assert isinstance(target, Function)
    instance = function.items[0] if function.items else None
    frame = function.options.get("frame")
    key = Value(varies=library.all_varying((*arguments, *keywords.values())))
    guard = (Guard(False, key, len(run.loops)),) if function.kind == "memo" else ()  # its body runs once per argument
    with run.changed(guards=(*run.guards, *guard)):
        result = run.call_function(target, arguments, keywords, node, instance, frame)  # type: ignore[arg-type]
    if function.kind == "memo":
        run.tell("memo", node, value=function, element=result, arguments=arguments)
    return result


def instantiate(
    run: Interpreter, cls: Class, arguments: list[Value], keywords: dict[str, Value], node: ast.AST
) -> Value:
    """A new object of a project's class."""
    from tensorleak.check.interpret import base_name

    base = base_name(run, cls)
    value = Value("instance", base, cls, born=run.loops, place=run.place(node))
    value.attrs = {}
    value.arguments = [*arguments, *keywords.values()]
    value.attrs.update(default_fields(run, cls))
    for name, part in zip(fields(cls), arguments, strict=False):
        value.attrs[name] = part
    for name, part in keywords.items():
        if name in fields(cls):
            value.attrs[name] = part
    if names.keras_kind(base) == "model" or base in ("keras.Model", "keras.models.Model"):
        run.tell("made", node, name=base, value=value)
    run.construct(value, cls, arguments, keywords, node)
    return value


def default_fields(run: Interpreter, cls: Class) -> dict[str, Value]:
    """The fields of a data class that a factory fills anew for every object."""
    made = {}
    for item in cls.node.body:
        if isinstance(item, ast.AnnAssign) and isinstance(item.value, ast.Call) and isinstance(item.target, ast.Name):
            factory = next((word.value for word in item.value.keywords if word.arg == "default_factory"), None)
            if factory is not None:
                part = call(run, value_of(run, factory), [], {}, factory)
                part.name = part.name or item.target.id
                part.place = Place(factory, cls.module, "__init__")
                made[item.target.id] = part
    return made


def fields(cls: Class) -> list[str]:
    """The fields of a data class or named tuple, in order."""
    return [
        item.target.id
        for item in cls.node.body
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
    ]


def call_instance(
    run: Interpreter, value: Value, arguments: list[Value], keywords: dict[str, Value], node: ast.AST
) -> Value:
    """Calls an object: its `__call__`, or for Keras its `call`."""
    from tensorleak.check.interpret import method_of

    cls = value.target
    assert isinstance(cls, Class)
    for name in ("__call__", "call"):
        method = method_of(run, cls, name)
        if method is not None:
            result = run.call_function(method, arguments, keywords, node, value)
            return Value("tensor") if name == "call" and not result.kind else result
    return Value("tensor") if value.name.startswith("keras.") else ANY


EXPRESSIONS: dict[type, Callable[[Any, Any], Value]] = {
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Call: _call,
    ast.Constant: _constant,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.BoolOp: _boolean,
    ast.Compare: _compare,
    ast.IfExp: _conditional,
    ast.Subscript: _subscript,
    ast.Slice: _slice,
    ast.Tuple: _tuple,
    ast.List: _list,
    ast.Set: _set,
    ast.Dict: _dict,
    ast.JoinedStr: _text,
    ast.ListComp: _comprehension,
    ast.SetComp: _comprehension,
    ast.DictComp: _comprehension,
    ast.GeneratorExp: _comprehension,
    ast.Lambda: _lambda,
    ast.Await: _await,
    ast.NamedExpr: _named,
    ast.Yield: _yield,
    ast.YieldFrom: _yield_from,
    ast.Starred: _starred,
}
