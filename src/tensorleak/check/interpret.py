"""Walks through a program as it would run, on kinds of values instead of values, and tells what happens."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tensorleak.check import evaluate, names
from tensorleak.check.events import Event, Guard, State, Story
from tensorleak.check.project import Class, Function, FunctionNode, Module, Project, last_name
from tensorleak.check.values import ANY, FEW, MANY, NONE, NUMBER, SOME, TENSORS, UNKNOWN, Loop, Place, Value, joined

MAX_CALLS = 9  # how deep calls are followed
MAX_BODIES = 1500  # how many function bodies one examination walks through
MAX_HOPS = 2  # from module to module, where nothing repeats: the other modules are examined for themselves, too
MAX_HOPS_IN_LOOP = 4
FEW_ROUNDS = 32
LONG = 1000  # rounds that nobody calls few, whatever the name says
EPOCHS = re.compile(
    r"(^|_)(epochs?|folds?|n_?splits|max_?len(gth)?|seq_?len(gth)?|time_?steps|depth|replicas|ensemble\w*|models|octaves?)(_|$)",
    re.IGNORECASE,
)
STRUCTURE = re.compile(
    r"(^|_)(layers?|heads|gpus|blocks?|stages?|classes|dims?|channels|scales|levels?|variables?|vars?|dicts?|weights|gradients|grads|params?|"
    r"parameters|item)(_|$)",
    re.IGNORECASE,
)
STREAMS = re.compile(
    r"(data_?sets?|batches|loader|generator|stream|queue|iterator|reader|requests|steps|episodes|frames|(^|_)ds)$",
    re.IGNORECASE,
)
LENGTHENING = ("concat", "concatenate", "append", "hstack", "vstack")


class Frame:
    """One running function: its names, what it returns, whose method it is."""

    __slots__ = ("base", "env", "function", "globals", "module", "parent", "returns", "yields")

    def __init__(self, module: Module, function: str, parent: Frame | None = None) -> None:
        self.module = module
        self.function = function
        self.parent = parent
        self.env: dict[str, Value] = {}
        self.globals: set[str] = set()
        self.returns: list[Value] = []
        self.yields: list[Value] = []
        self.base = 0  # how many loops were open when it was called


class Interpreter:
    """One walk through one root file and what it calls."""

    def __init__(self, project: Project, root: Module, mode: str) -> None:
        self.project = project
        self.root = root
        self.story = Story(root)
        self.mode = mode
        self.loops: tuple[Loop, ...] = ()
        self.graph: tuple[Loop, ...] = ()
        self.guards: tuple[Guard, ...] = ()
        self.calls: tuple[Place, ...] = ()
        self.thread = False
        self.traced = False
        self.bodies = 0
        self.again = False  # in the second round of a loop
        self.defaults: dict[tuple[int, str], Value] = {}
        self.eagerly = False  # `run_functions_eagerly`: nothing is traced
        self.entering: Loop | None = None  # whose arguments differ from request to request
        self.hops = 0
        self.active: list[int] = []
        self.visited: set[int] = set()
        self.done: dict[tuple[Any, ...], Value] = {}
        self.instances: dict[int, Value] = {}
        self.tops: dict[tuple[int, str], Value] = {}
        self.frame = Frame(root, "<module>")
        self.frames: dict[int, Frame] = {id(root): self.frame}

    # what happens

    def state(self) -> State:
        """The circumstances of this moment."""
        return State(self.loops, self.mode, self.graph, self.guards, self.thread, self.traced, self.calls)

    def place(self, node: ast.AST) -> Place:
        """Where this moment is."""
        return Place(node, self.frame.module, self.frame.function)

    def tell(self, kind: str, node: ast.AST, **details: Any) -> None:
        """Adds an event to the story."""
        self.story.events.append(Event(kind, self.place(node), self.state(), **details))

    def tell_op(self, node: ast.AST, name: str, arguments: list[Value]) -> tuple[Loop, ...]:
        """Adds an operation to the story, in the graph that it goes to: that of its inputs, else the default one."""
        graph = self.graph_of(arguments)
        with self.changed(graph=graph):
            self.tell("op", node, name=name, arguments=arguments)
        return graph

    def graph_of(self, arguments: Iterable[Value]) -> tuple[Loop, ...]:
        """Where an operation on these goes: TensorFlow takes the graph of the first tensor among its inputs."""
        for value in arguments:
            known = value.options.get("graph") if value.kind in TENSORS else None
            if isinstance(known, tuple):
                return known
        return self.graph

    def evaluate(self, node: ast.AST | None) -> Value:
        """The value of an expression."""
        return evaluate.value_of(self, node) if node is not None else NONE

    # running

    def run_root(self) -> None:
        """The module itself, then whatever in it nothing has called."""
        self.run(self.root.tree.body)
        for node, owner in self.root.top_level():
            if id(node) not in self.visited:
                self.story.begun = False  # it may be the first to be called
                self.run_uncalled(node, owner)

    def run_uncalled(self, node: FunctionNode, owner: ast.ClassDef | None) -> None:
        """A function that only other programs call, with arguments nobody knows."""
        cls = self.root.class_of(owner) if owner else None
        function = self.root.function(node, cls, f"{owner.name}." if owner else "")
        base = base_name(self, cls) if cls else ""
        loop = self.entry(function, base)
        own = base in names.CALLBACK_BASES  # what it sets up, its other methods fill
        if loop is None and not own and not self.root.repeats_within(node) and not is_traced(self, function):
            return  # whatever it does, it does once
        instance = self.instance_of(cls) if cls else None
        if loop is not None:
            self.story.loops.append(loop)
        with self.within(loop), self.changed(entering=loop if loop is not None and loop.kind == "handler" else None):
            if is_traced(self, function):
                self.tell("made", node, name="tf.function", value=Value("traced", function.name, function))
                with self.tracing():
                    self.call_function(function, [], {}, node, instance)
            else:
                mode = "traced" if self.is_keras_call(function, instance) else self.mode
                with self.changed(mode=mode):
                    self.call_function(function, [], {}, node, instance)

    def run_handler(self, value: Value, node: ast.AST) -> None:
        """A function that somebody calls for every message."""
        function = value.target
        assert isinstance(function, Function)
        loop = Loop("handler", node, self.frame.module, MANY, f"{function.qualname} is called for every message")
        frame = value.options.get("frame")
        instance = value.items[0] if value.items else None
        with self.within(loop), self.changed(entering=loop):
            self.call_function(function, [], {}, node, instance, frame)  # type: ignore[arg-type]

    def is_keras_call(self, function: Function, instance: Value | None) -> bool:
        """Whether Keras traces this method by itself."""
        keras = instance is not None and instance.name.startswith(("keras.", "tf.Module"))
        return keras and function.name in ("call", "train_step", "test_step", "predict_step")

    def entry(self, function: Function, base: str) -> Loop | None:
        """What makes a function repeat that nothing here calls: requests, or the rounds of a training."""
        node = function.node
        servicer = base.endswith("Servicer") and not function.name.startswith("_")
        if servicer or (base.startswith(names.HANDLER_BASES) and function.name in names.HANDLER_METHODS):
            return Loop("handler", node, function.module, MANY, f"{function.qualname} handles every request")
        if isinstance(node, ast.Lambda):
            return None
        for decorator in node.decorator_list:
            target = decorator.func if isinstance(decorator, ast.Call) else decorator
            if isinstance(decorator, ast.Call) and self.is_route(target, function.module):
                return Loop("handler", node, function.module, MANY, f"{function.qualname} handles every request")
        if base in names.CALLBACK_BASES and "_batch_" in function.name:
            return Loop("callback", node, function.module, MANY, f"{function.qualname} is called for every batch")
        if base in names.CALLBACK_BASES and function.name in ("before_run", "after_run"):
            return Loop("callback", node, function.module, MANY, f"{function.qualname} is called for every run")
        if base in names.CALLBACK_BASES and function.name.startswith("on_epoch"):
            return Loop("callback", node, function.module, SOME, f"{function.qualname} is called for every epoch")
        return None

    def is_route(self, target: ast.expr, module: Module) -> bool:
        """Whether a decorator is a web framework's; a method of the project's own things is none."""
        if not isinstance(target, ast.Attribute) or target.attr not in names.HANDLER_DECORATORS:
            return False
        if names.canonical(module.dotted_name(target)).startswith(("tf.", "keras.", "pytest", "click")):
            return False
        return evaluate.in_module(self, target.value, module).kind not in ("instance", "class", "module", "function")

    @contextmanager
    def within(self, loop: Loop | None) -> Iterator[None]:
        """What happens in here repeats."""
        before = self.loops
        if loop is not None:
            self.loops = (*before, loop)
        try:
            yield
        finally:
            self.loops = before

    @contextmanager
    def tracing(self) -> Iterator[None]:
        """What happens in here happens once per trace."""
        before = self.traced, self.mode
        self.traced, self.mode = True, "traced"
        try:
            yield
        finally:
            self.traced, self.mode = before

    @contextmanager
    def changed(self, **changes: Any) -> Iterator[None]:
        """Some circumstances differ in here."""
        before = {name: getattr(self, name) for name in changes}
        for name, value in changes.items():
            setattr(self, name, value)
        try:
            yield
        finally:
            for name, value in before.items():
                setattr(self, name, value)

    def run(self, body: Sequence[ast.stmt]) -> None:
        """Runs statements in order."""
        for node in body:
            step = STATEMENTS.get(node.__class__)
            if step is not None:
                step(self, node)

    # functions

    def call_function(
        self,
        function: Function,
        arguments: list[Value],
        keywords: dict[str, Value],
        node: ast.AST,
        instance: Value | None = None,
        parent: Frame | None = None,
    ) -> Value:
        """Follows a call into the project's own code and returns what it returns."""
        key = (
            id(function),
            self.mode,
            self.graph,
            self.thread,
            self.loops,
            self.guards,
            id(instance),
            id(parent),
            tuple((value.kind, id(value.target), value.varies, value.shapes) for value in arguments),
            tuple((name, value.kind) for name, value in keywords.items()),
        )
        known = self.done.get(key)
        if known is not None:
            return known
        if len(self.active) >= MAX_CALLS or id(function) in self.active or self.bodies >= MAX_BODIES:
            return ANY
        hops = self.hops + (function.module is not self.frame.module)
        if hops > (MAX_HOPS_IN_LOOP if self.loops else MAX_HOPS):
            return ANY
        self.bodies += 1
        self.visited.add(id(function.node))
        with self.changed(hops=hops):
            result = self._body(function, arguments, keywords, node, instance, parent)
        self.done[key] = result
        return result

    def _body(
        self,
        function: Function,
        arguments: list[Value],
        keywords: dict[str, Value],
        node: ast.AST,
        instance: Value | None,
        parent: Frame | None,
    ) -> Value:
        frame = Frame(function.module, function.name, parent or self.frames.get(id(function.module)))
        before, calls = self.frame, self.calls
        self.calls = (*calls, Place(node, before.module, before.function))
        self.active.append(id(function))
        guards = self.guards
        frame.base = len(self.loops)
        try:
            self.frame = frame
            self._bind_parameters(function, arguments, keywords, instance, before)
            self.entering = None
            if isinstance(function.node, ast.Lambda):
                return self.evaluate(function.node.body)
            self.run(function.node.body)
        finally:
            self.frame, self.calls, self.guards = before, calls, guards
            self.active.pop()
        if function.is_generator:
            return generator_of(frame.yields, self.loops)
        return self._returned(frame.returns)

    @staticmethod
    def _returned(returns: list[Value]) -> Value:
        result = NONE if not returns else returns[0]
        for other in returns[1:]:
            result = joined(result, other)
        return result

    def _bind_parameters(
        self,
        function: Function,
        arguments: list[Value],
        keywords: dict[str, Value],
        instance: Value | None,
        caller: Frame,
    ) -> None:
        spec, env = function.node.args, self.frame.env
        positional = [*spec.posonlyargs, *spec.args]
        values = [instance, *arguments] if instance is not None and not is_static(function) else list(arguments)
        defaults: dict[str, ast.expr] = dict(
            zip([item.arg for item in positional][len(positional) - len(spec.defaults) :], spec.defaults, strict=True)
        )
        defaults.update(
            {
                item.arg: value
                for item, value in zip(spec.kwonlyargs, spec.kw_defaults, strict=True)
                if value is not None
            }
        )
        for index, item in enumerate([*positional, *spec.kwonlyargs]):
            if index < len(values) and index < len(positional):
                env[item.arg] = values[index]
            elif item.arg in keywords:
                env[item.arg] = keywords[item.arg]
            elif item.arg in defaults:
                env[item.arg] = self.default(function, item.arg, defaults[item.arg])
            else:
                env[item.arg] = self.guess(item)
                if self.entering is not None:
                    env[item.arg].varies = frozenset((self.entering,))
        if spec.vararg:
            env[spec.vararg.arg] = Value("tuple", items=list(values[len(positional) :]))
        if spec.kwarg:
            named = {item.arg for item in (*positional, *spec.kwonlyargs)}
            env[spec.kwarg.arg] = Value("dict", items=[value for word, value in keywords.items() if word not in named])

    def default(self, function: Function, name: str, node: ast.expr) -> Value:
        """A default value; a container among them is made once, with the function."""
        key = (id(function), name)
        if key not in self.defaults:
            value = self.defaults[key] = evaluate.in_frame(self, function.module, lambda: self.evaluate(node))
            if value.kind in ("list", "dict"):
                value.name = value.name or name
        return self.defaults[key]

    def guess(self, item: ast.arg) -> Value:
        """What an unknown argument is by its annotation or, for sessions, by the name that everybody gives them."""
        if item.annotation is not None:
            name = names.canonical(self.frame.module.dotted_name(item.annotation))
            if name in ("tf.Tensor", "tf.Variable"):
                return Value("tensor")
            if name in names.SESSIONS:
                return Value("session")
            if isinstance(item.annotation, ast.Name) and item.annotation.id in ("int", "float"):
                return Value("number")
        if item.arg in ("sess", "session") and self.mode == "graph":
            return Value("session")
        if item.arg in ("model", "net", "network") and self.mode == "eager":
            return Value("model")
        return Value()

    def instance_of(self, cls: Class) -> Value:
        """An object of a class that nobody here makes, as its own constructor leaves it."""
        known = self.instances.get(id(cls))
        if known is None:
            known = self.instances[id(cls)] = Value("instance", base_name(self, cls), cls)
            known.attrs = {}
            with self.changed(loops=(), guards=(), calls=(), traced=False):
                self.construct(known, cls, [], {}, cls.node)
        return known

    def construct(
        self, instance: Value, cls: Class, arguments: list[Value], keywords: dict[str, Value], node: ast.AST
    ) -> None:
        """Runs the constructor on a fresh object."""
        init = method_of(self, cls, "__init__")
        if init is not None:
            self.call_function(init, arguments, keywords, node, instance)

    # loops

    def enter(self, loop: Loop, body: Sequence[ast.stmt], target: ast.AST | None = None, element: Value = ANY) -> None:
        """Runs the body of a loop, with what changes from round to round marked as such."""
        if body and ends(body[-1]):
            loop.size = FEW  # it goes round once
        self.story.loops.append(loop)
        with self.within(loop):
            if target is not None:
                self.bind(target, element)
            known = loop.module.changes
            if id(loop.node) not in known:
                known[id(loop.node)] = changing(body)
            for name, longer in known[id(loop.node)].items():
                self._vary(name, loop, longer)
            self.run(body)
            if loop.size >= UNKNOWN and not self.again:
                with self.changed(again=True):
                    self.run(body)  # a second round, with what the first one left

    def _vary(self, dotted: str, loop: Loop, longer: bool) -> None:
        parts = dotted.split(".")
        value = evaluate.lookup(self, parts[0])
        for part in parts[1:-1]:
            value = (value.attrs or {}).get(part, ANY)
        if len(parts) > 1:
            holder, value = value, (value.attrs or {}).get(parts[-1], ANY)
        if value.kind in ("number", "text"):
            varied = Value(value.kind, varies=value.varies | {loop})
            if len(parts) > 1 and holder.attrs is not None:
                holder.attrs[parts[-1]] = varied
            else:
                self.frame.env[parts[0]] = varied
        elif longer and not value.bounded and value.kind in ("list", "tensor", "array"):
            value_now = value if value.kind == "list" else Value(value.kind, varies=value.varies)
            value_now.shapes = value.shapes | {loop}
            if value.kind != "list" and len(parts) == 1:
                self.frame.env[parts[0]] = value_now

    def bind(self, target: ast.AST, value: Value) -> None:
        """Gives a value its names."""
        if isinstance(target, ast.Name):
            self._bind_name(target.id, value)
        elif isinstance(target, ast.Tuple | ast.List):
            for index, part in enumerate(target.elts):
                inner = part.value if isinstance(part, ast.Starred) else part
                self.bind(inner, element_at(value, index))
        elif isinstance(target, ast.Attribute):
            self._bind_attribute(target, value)
        elif isinstance(target, ast.Subscript):
            self._store(target, value)
        elif isinstance(target, ast.Starred):
            self.bind(target.value, ANY)

    def _bind_name(self, name: str, value: Value) -> None:
        if not value.name and value.kind in ("list", "dict", "queue"):
            value.name = name
        frame = self.frame
        if name in frame.globals:
            frame = self.frames.setdefault(id(frame.module), Frame(frame.module, "<module>"))
        before = frame.env.get(name)
        if before is not None and before is not value and before.kind == value.kind and value.kind in ("list", "dict"):
            before.bounded = before.bounded or not set(self.loops) <= set(before.born)  # a new one in every round
        frame.env[name] = value

    def _bind_attribute(self, target: ast.Attribute, value: Value) -> None:
        holder = self.evaluate(target.value)
        if value.kind in ("list", "dict", "queue") and not value.name:
            value.name = target.attr
        if holder.attrs is not None:
            if holder.kind == "instance" and value.kind in ("list", "dict") and target.attr in holder.attrs:
                before = holder.attrs[target.attr]
                if before.kind == value.kind:
                    before.bounded = True  # emptied by a new one
            holder.attrs[target.attr] = value

    def _store(self, target: ast.Subscript, value: Value) -> None:
        container = self.evaluate(target.value)
        key = self.evaluate(target.slice)
        if container.kind == "dict":
            self.tell("kept", target, value=container, element=value, key=key)
            self.add(container, value)

    @staticmethod
    def add(container: Value, element: Value) -> None:
        """Remembers that a container holds this, too."""
        if container.items is None:
            container.items = []
        element.kept = True
        if len(container.items) < 8 and element not in container.items:
            container.items.append(element)


# statements


def _expression(run: Interpreter, node: ast.Expr) -> None:
    run.evaluate(node.value)


def _assign(run: Interpreter, node: ast.Assign) -> None:
    if replaced_by_longer(run, node):
        return
    value = run.evaluate(node.value)
    if run.loops and value.kind in ("tensor", "array") and lengthens(node):
        value.shapes |= {run.loops[-1]}
    for target in node.targets:
        run.bind(target, value)


def lengthens(node: ast.Assign) -> bool:
    """`self.buffer = np.concatenate([self.buffer, row])`, wherever it stands."""
    name, value = dotted(node.targets[0]), node.value
    if not name or not isinstance(value, ast.Call) or last_name(value.func) not in LENGTHENING:
        return False
    return mentions(value, name) and not rolls(value, name)


def replaced_by_longer(run: Interpreter, node: ast.Assign) -> bool:
    """`rows = rows + [row]` and `rows = [*rows, row]` add to a list as `append` does."""
    name, value = dotted(node.targets[0]), node.value
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add) and isinstance(value.right, ast.List):
        first: ast.expr = value.left
        added = value.right.elts
    elif isinstance(value, ast.List) and value.elts and isinstance(value.elts[0], ast.Starred):
        first, added = value.elts[0].value, value.elts[1:]
    else:
        return False
    if not name or dotted(first) != name:
        return False
    container = run.evaluate(first)
    if container.kind != "list":
        return False
    for part in added:
        element = run.evaluate(part)
        run.tell("kept", node, value=container, element=element)
        run.add(container, element)
    return True


def _annotated(run: Interpreter, node: ast.AnnAssign) -> None:
    if node.value is not None:
        run.bind(node.target, run.evaluate(node.value))


def _augmented(run: Interpreter, node: ast.AugAssign) -> None:
    left, right = run.evaluate(node.target), run.evaluate(node.value)
    if left.kind == "list":
        run.tell("kept", node, value=left, element=right)
        return
    result = evaluate.combined(run, node, left, right)
    if result.kind == "number":
        result = Value("number", varies=result.varies | frozenset(run.loops[-1:]))
    run.bind(node.target, result)


def _for(run: Interpreter, node: ast.For | ast.AsyncFor) -> None:
    iterable = run.evaluate(node.iter)
    loop = Loop("loop", node, run.frame.module, rounds(run, node.iter, iterable), f"loop over {words(node.iter)}")
    run.enter(loop, node.body, node.target, element_of(iterable, loop))
    run.run(node.orelse)


def _while(run: Interpreter, node: ast.While) -> None:
    run.evaluate(node.test)
    bounded_by_length(run, node.test)
    tested = [last_name(part) for part in ast.walk(node.test) if isinstance(part, ast.Name | ast.Attribute)]
    size = SOME if any(EPOCHS.search(name) for name in tested) else MANY
    run.enter(Loop("loop", node, run.frame.module, size, f"while {words(node.test)}"), node.body)
    run.run(node.orelse)


def bounded_by_length(run: Interpreter, test: ast.expr) -> None:
    """`while len(buffer) < n` and `if len(tries) > 5: break` bound what they measure."""
    for part in ast.walk(test):
        if isinstance(part, ast.Call) and last_name(part.func) == "len" and part.args:
            container = run.evaluate(part.args[0])
            if container.kind in ("list", "dict", "queue"):
                container.bounded = True


def _if(run: Interpreter, node: ast.If) -> None:
    value = run.evaluate(node.test)
    if never_holds(run, node.test, value):
        run.run(node.orelse)
        return
    guard = guard_of(run, node.test)
    before = run.guards
    leaving = leaving_guard(run, node.body)
    if leaving is not None:
        bounded_by_length(run, node.test)
    begun = run.story.begun
    if not is_main_guard(node.test):
        run.guards = (*before, *(found for found in (guard, leaving) if found is not None))
    run.run(node.body)
    run.guards = before
    rest = rest_guard(run, node.test) if leaves(node.body) and guard is None else None
    if rest is not None:
        run.guards = (*run.guards, rest)  # `if built: return` makes the rest one-time
    after, run.story.begun = run.story.begun, begun
    other = rest_guard(run, node.test) if node.orelse and guard is None and rest is None else None
    with run.changed(guards=(*run.guards, other) if other is not None else run.guards):
        run.run(node.orelse)
    run.story.begun = run.story.begun or after


def _with(run: Interpreter, node: ast.With | ast.AsyncWith) -> None:
    before = run.mode, run.graph
    for item in node.items:
        value = run.evaluate(item.context_expr)
        if value.kind == "graph scope":
            run.mode, run.graph = "graph", value.born
        elif value.kind == "session" and run.mode != "traced" and "tf.executing_eagerly" not in run.frame.module.signs:
            graph = value.options.get("graph value")
            run.mode, run.graph = "graph", graph.born if isinstance(graph, Value) else run.graph
        elif isinstance(item.context_expr, ast.Call) and last_name(item.context_expr.func) == "as_default":
            run.mode, run.graph = "graph", run.loops  # an unknown graph: it may be as short-lived as can be
        if item.optional_vars is not None:
            run.bind(item.optional_vars, value)
        if value.kind == "tape":
            value.options["body"] = node
            run.tell("tape", item.context_expr, value=value)
    run.run(node.body)
    run.mode, run.graph = before


def _try(run: Interpreter, node: Any) -> None:
    leaving = leaving_guard(run, node.body)
    with run.changed(guards=(*run.guards, leaving) if leaving else run.guards):
        run.run(node.body)
    for handler in node.handlers:
        with run.changed(guards=(*run.guards, Guard(True, depth=len(run.loops)))):
            run.run(handler.body)
    run.run(node.orelse)
    run.run(node.finalbody)


def _return(run: Interpreter, node: ast.Return) -> None:
    run.frame.returns.append(run.evaluate(node.value))


def _function(run: Interpreter, node: FunctionNode) -> None:
    function = run.frame.module.function(node)
    value = evaluate.decorated(run, function, run.frame)
    run.frame.env[node.name] = value
    loop = run.entry(function, "")
    if loop is not None and run.frame.function != "<module>":
        with run.within(loop), run.changed(entering=loop):
            run.call_function(function, [], {}, node, None, run.frame)


def _class(run: Interpreter, node: ast.ClassDef) -> None:
    run.frame.env[node.name] = Value("class", node.name, run.frame.module.class_of(node))


def _global(run: Interpreter, node: ast.Global) -> None:
    run.frame.globals.update(node.names)


def _import(run: Interpreter, node: Any) -> None:
    """Imports are known from the index, also those inside functions."""


def _delete(run: Interpreter, node: ast.Delete) -> None:
    for target in node.targets:
        if isinstance(target, ast.Name):
            run.frame.env.pop(target.id, None)


def _match(run: Interpreter, node: Any) -> None:
    run.evaluate(node.subject)
    for case in node.cases:
        run.run(case.body)


STATEMENTS: dict[type, Callable[[Interpreter, Any], None]] = {
    ast.Expr: _expression,
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.For: _for,
    ast.AsyncFor: _for,
    ast.While: _while,
    ast.If: _if,
    ast.With: _with,
    ast.AsyncWith: _with,
    ast.Try: _try,
    ast.Return: _return,
    ast.FunctionDef: _function,
    ast.AsyncFunctionDef: _function,
    ast.ClassDef: _class,
    ast.Global: _global,
    ast.Import: _import,
    ast.ImportFrom: _import,
    ast.Delete: _delete,
}
if hasattr(ast, "TryStar"):
    STATEMENTS[ast.TryStar] = _try
if hasattr(ast, "Match"):
    STATEMENTS[ast.Match] = _match


# helpers


def words(node: ast.AST) -> str:
    """A short rendering of an expression."""
    text = ast.unparse(node)
    return text if len(text) <= 40 else text[:37] + "..."


def leaves(body: Sequence[ast.stmt]) -> bool:
    """Whether a block ends the function."""
    return bool(body) and isinstance(body[-1], ast.Return | ast.Raise | ast.Continue)


def ends(node: ast.stmt) -> bool:
    """Whether a statement ends the loop, or the program."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return last_name(node.value.func) in ("exit", "quit", "_exit")
    return isinstance(node, ast.Return | ast.Break | ast.Raise)


def leaving_guard(run: Interpreter, body: Sequence[ast.stmt]) -> Guard | None:
    """A block that leaves the loop happens once per loop, however long that goes on."""
    depth = len(run.loops)
    if depth == run.frame.base or not body:
        return None
    if isinstance(body[-1], ast.Return | ast.Raise):
        return Guard(True, depth=depth, base=run.frame.base)
    return Guard(True, depth=depth, base=depth - 1) if isinstance(body[-1], ast.Break) else None


def is_main_guard(test: ast.expr) -> bool:
    """`if __name__ == "__main__":`"""
    return isinstance(test, ast.Compare) and isinstance(test.left, ast.Name) and test.left.id == "__name__"


def never_holds(run: Interpreter, test: ast.expr, value: Value) -> bool:
    """Whether a condition is `False` itself, or a local name that is set to that and to nothing else."""
    if value.const is not False:
        return False
    if isinstance(test, ast.Name) and run.frame.function != "<module>":
        return run.frame.module.times_bound(test.id) == 1
    return isinstance(test, ast.Constant)


def guard_of(run: Interpreter, test: ast.expr) -> Guard | None:
    """The guard that a condition is, if it holds only once or once per key."""
    depth = len(run.loops)
    if isinstance(test, ast.BoolOp):
        return next((found for found in (guard_of(run, part) for part in test.values) if found), None)
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        operator, right = test.ops[0], test.comparators[0]
        if isinstance(operator, ast.NotIn):
            return Guard(False, run.evaluate(test.left), depth)
        if (
            isinstance(operator, ast.Lt | ast.LtE)
            and isinstance(test.left, ast.Call)
            and last_name(test.left.func) == "len"
        ):
            return Guard(True, depth=depth)  # until it is full
        if isinstance(operator, ast.Is) and is_none(right) and isinstance(test.left, ast.Call):
            key = test.left.args[0] if last_name(test.left.func) == "get" and test.left.args else None
            return Guard(False, run.evaluate(key), depth) if key is not None else Guard(True, depth=depth)
        if isinstance(operator, ast.Is) and is_none(right):
            return Guard(True, depth=depth)
        if isinstance(operator, ast.Eq) and isinstance(right, ast.Constant) and not isinstance(test.left, ast.BinOp):
            return (
                Guard(isinstance(right.value, int | bool | type(None)), depth=depth)
                if isinstance(right.value, int | bool | type(None))
                else None
            )
        return None
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = test.operand
        if isinstance(inner, ast.Compare) and len(inner.ops) == 1 and isinstance(inner.ops[0], ast.In):
            return Guard(False, run.evaluate(inner.left), depth)
        if isinstance(inner, ast.Name | ast.Attribute | ast.Call):
            return Guard(True, depth=depth)
    if isinstance(test, ast.Name | ast.Attribute) and re.search(
        r"first|init|build|create|reuse|debug", last_name(test), re.IGNORECASE
    ):
        return Guard(True, depth=depth)
    return None


def rest_guard(run: Interpreter, test: ast.expr) -> Guard | None:
    """The guard that `if self.built: return`, `if op is not None: return` and `if key in table: return` are for the rest."""
    depth = len(run.loops)
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        if isinstance(test.ops[0], ast.In):
            return Guard(False, run.evaluate(test.left), depth)
        return Guard(True, depth=depth) if isinstance(test.ops[0], ast.IsNot) and is_none(test.comparators[0]) else None
    once = isinstance(test, ast.Attribute) or (isinstance(test, ast.Call) and last_name(test.func) == "hasattr")
    return Guard(True, depth=depth) if once else None


def is_none(node: ast.AST) -> bool:
    """The constant None."""
    return isinstance(node, ast.Constant) and node.value is None


def generator_of(yields: list[Value], loops: tuple[Loop, ...]) -> Value:
    """What calling a generator function gives: something to iterate over."""
    element = ANY if not yields else yields[0]
    for other in yields[1:]:
        element = joined(element, other)
    return Value("generator", items=[element], born=loops)


def element_of(iterable: Value, loop: Loop) -> Value:
    """What a loop over this gets in each round."""
    kind = iterable.kind
    if kind == "range":
        return Value("number", varies=frozenset((loop,)))
    if kind == "dataset":
        return Value("tensor")
    if kind in ("generator", "list", "tuple", "set") and iterable.items:
        element = iterable.items[0]
        for other in iterable.items[1:]:
            element = joined(element, other)
        if kind == "generator":
            return varied(element, loop)
        return element
    if kind == "enumeration":
        inner = iterable.items[0] if iterable.items else ANY
        return Value("tuple", items=[Value("number", varies=frozenset((loop,))), element_of(inner, loop)])
    if kind == "zip":
        return Value("tuple", items=[element_of(part, loop) for part in iterable.items or []])
    if kind in ("array", "number"):
        return Value("number", varies=frozenset((loop,)))
    if kind == "tensor":
        return Value("tensor")
    return Value(varies=frozenset((loop,)))


def varied(value: Value, loop: Loop, depth: int = 3) -> Value:
    """The same value as a round of `loop` sees it: what changed in the generator's rounds changes in these."""
    if not depth:
        return value
    if value.kind in ("tuple", "list") and value.items:
        copy = Value(value.kind, items=[varied(part, loop, depth - 1) for part in value.items], born=value.born)
        copy.shapes = value.shapes | {loop} if value.shapes else value.shapes
        return copy
    if value.varies or value.shapes:
        copy = Value(
            value.kind, value.name, value.target, const=None, items=value.items, born=value.born, place=value.place
        )
        copy.attrs, copy.options = value.attrs, value.options
        copy.varies = value.varies | {loop} if value.varies else value.varies
        copy.shapes = value.shapes | {loop} if value.shapes else value.shapes
        return copy
    return value


def element_at(value: Value, index: int) -> Value:
    """One part of a value that is unpacked."""
    if value.kind in ("tuple", "list") and value.items and index < len(value.items):
        return value.items[index]
    if value.kind in TENSORS or value.kind == "array":
        return Value("array", value.name) if value.kind == "array" else Value("tensor", shapes=value.shapes)
    if value.varies:
        return Value(varies=value.varies)
    return Value()


def rounds(run: Interpreter, node: ast.expr, iterable: Value) -> int:
    """How often a loop over this may go round."""
    if iterable.kind == "range":
        return range_size(node, iterable)
    if iterable.kind in ("generator", "dataset", "iterator", "queue"):
        return FEW if iterable.options.get("few") else MANY
    if iterable.kind == "array" and "size" in iterable.options:
        return MANY if iterable.options["size"] is None else UNKNOWN
    if iterable.kind in ("enumeration", "zip"):
        sizes = [
            rounds(run, part, value) for part, value in zip(call_arguments(node), iterable.items or [], strict=False)
        ]
        return min(sizes) if sizes else UNKNOWN
    if isinstance(node, ast.Tuple | ast.List | ast.Set | ast.Dict):
        return FEW if len(getattr(node, "elts", None) or getattr(node, "keys", [])) <= FEW_ROUNDS else UNKNOWN
    if iterable.kind in ("tuple", "list", "dict") and iterable.options.get("literal"):
        return FEW
    name = last_name(node.func if isinstance(node, ast.Call) else node)
    if name in ("tqdm", "track", "progressbar", "alive_it") and call_arguments(node):
        return rounds(run, call_arguments(node)[0], iterable)
    if name == "split":
        return SOME  # folds
    if name in ("items", "keys", "values", "iteritems", "itervalues", "iterkeys", "viewitems") and isinstance(
        node, ast.Call
    ):
        return FEW  # what a program holds in a table: end points, devices, settings
    if STRUCTURE.search(name):
        return FEW
    if EPOCHS.search(name):
        return SOME
    return MANY if STREAMS.search(name) else UNKNOWN


def call_arguments(node: ast.expr) -> list[ast.expr]:
    """The arguments of a call, none of anything else."""
    return node.args if isinstance(node, ast.Call) else []


def range_size(node: ast.expr, value: Value) -> int:
    """How long a range is: a literal tells, a name such as `epochs` hints."""
    if isinstance(value.const, int) and value.const <= FEW_ROUNDS:
        return FEW
    if isinstance(value.const, int) and value.const > LONG:
        return MANY
    for part in call_arguments(node):
        for name in ast.walk(part):
            if isinstance(name, ast.Name | ast.Attribute) and STRUCTURE.search(last_name(name)):
                return FEW
            if isinstance(name, ast.Name | ast.Attribute) and EPOCHS.search(last_name(name)):
                return SOME
    return MANY


def changing(body: Iterable[ast.stmt]) -> dict[str, bool]:
    """Dotted names that a loop's body changes by what they were, and whether that makes them longer."""
    found: dict[str, bool] = {}
    todo: list[ast.AST] = list(body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            continue
        if isinstance(node, ast.AugAssign):
            found.setdefault(dotted(node.target), False)
        elif isinstance(node, ast.Assign) and len(node.targets) == 1:
            name = dotted(node.targets[0])
            longer = isinstance(node.value, ast.Call) and last_name(node.value.func) in LENGTHENING
            longer = longer and not rolls(node.value, name)
            if name and mentions(node.value, name) and (longer or computes(node.value)):
                found[name] = found.get(name, False) or longer
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in ("append", "extend")
        ):
            found[dotted(node.func.value)] = True
        todo.extend(ast.iter_child_nodes(node))
    found.pop("", None)
    return found


def rolls(value: ast.expr, name: str) -> bool:
    """Whether a name's old value is cut before it is added to: `x = np.append(x[1:], new)`."""
    return any(isinstance(part, ast.Subscript) and dotted(part.value) == name for part in ast.walk(value))


def computes(value: ast.expr) -> bool:
    """Whether there is arithmetic in an expression: `epsilon = max(0.01, epsilon * 0.99)`."""
    return any(isinstance(part, ast.BinOp) for part in ast.walk(value))


def mentions(value: ast.expr, name: str) -> bool:
    """Whether an expression uses a dotted name."""
    return any(dotted(part) == name for part in ast.walk(value))


def dotted(node: ast.AST) -> str:
    """`self.rate` of that expression; '' when it is no plain chain of names."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        base = dotted(node.value)
        return f"{base}.{node.attr}" if base else ""
    return ""


def is_static(function: Function) -> bool:
    """A static method gets no object."""
    node = function.node
    return not isinstance(node, ast.Lambda) and any(
        isinstance(item, ast.Name) and item.id == "staticmethod" for item in node.decorator_list
    )


def is_traced(run: Interpreter, function: Function) -> bool:
    """Whether a function is decorated with `tf.function`."""
    node = function.node
    if isinstance(node, ast.Lambda):
        return False
    return any(
        names.canonical(function.module.dotted_name(item.func if isinstance(item, ast.Call) else item)) == "tf.function"
        for item in node.decorator_list
    )


def base_name(run: Interpreter, cls: Class, depth: int = 0) -> str:
    """The library class that a class derives from in the end, if any."""
    for base in cls.node.bases:
        value = evaluate.in_module(run, base, cls.module)
        if value.kind == "api":
            return value.name
        if value.kind == "class" and isinstance(value.target, Class) and depth < 8:
            found = base_name(run, value.target, depth + 1)
            if found:
                return found
    return ""


def method_of(run: Interpreter, cls: Class, name: str, depth: int = 0) -> Function | None:
    """A method, its own or inherited within the project."""
    found = cls.methods.get(name)
    if found is not None or depth > 8:
        return found
    for base in cls.node.bases:
        value = evaluate.in_module(run, base, cls.module)
        if value.kind == "class" and isinstance(value.target, Class):
            inherited = method_of(run, value.target, name, depth + 1)
            if inherited is not None:
                return inherited
    return None


__all__ = ["NUMBER", "Frame", "Interpreter", "base_name", "method_of"]
