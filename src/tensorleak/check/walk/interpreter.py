"""The walk through one program: where it stands, under which circumstances, and the story that it tells."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tensorleak.check.events import Event, Guard, State, Story
from tensorleak.check.module import Class, Function, Module
from tensorleak.check.project import Project
from tensorleak.check.syntax import forwards
from tensorleak.check.values import ANY, NONE, TENSORS, Loop, Place, Value
from tensorleak.check.walk import attributes, binding, bodies, calls, classes, entries, lookup
from tensorleak.check.walk.expressions import EXPRESSIONS
from tensorleak.check.walk.frame import Frame
from tensorleak.check.walk.statements import STATEMENTS


class Interpreter:
    """One walk through one root file and what it calls; every handler is passed it, and asks it for the next step."""

    def __init__(self, project: Project, root: Module, mode: str) -> None:
        self.project = project
        self.root = root
        self.story = Story(root)
        self.mode = mode
        self.guessed = not root.mode  # the mode, by what is imported: the program itself says nothing
        self.loops: tuple[Loop, ...] = ()
        self.graph: tuple[Loop, ...] = ()
        self.guards: tuple[Guard, ...] = ()
        self.calls: tuple[Place, ...] = ()
        self.thread = False
        self.started: tuple[Loop, ...] = ()  # the loops that were open when the thread under way was started
        self.traced = False
        self.bodies = 0
        self.again = False  # in the second round of a loop
        self.defaults: dict[tuple[int, str], Value] = {}
        self.eagerly = False  # `run_functions_eagerly`: nothing is traced
        self.entering: Loop | None = None  # whose arguments differ from request to request
        self.bound: binding.Bound = {}  # what the branch under way has bound
        self.hops = 0
        self.begins = ""  # the function in which the way here begins, where nothing in the file calls it
        self.share = 1.0  # of the rounds of the loops around that come here
        self.scoped = False  # within a scope of variables, which gives them names of its own, or reuses them
        self.chosen = False  # a configuration has chosen the class whose method this is
        self.skipped = False  # an exception of the program's own may pass this by
        self.awaited: list[Value] = []  # the events until which the thread under way goes round
        self.outside = False  # a function is entered from outside, with arguments nobody knows
        self.server: Value | None = None  # the newest object that answers requests by handlers, which call it `server`
        self.lines: dict[int, tuple[Class, ...]] = {}  # by the address of a class: it, and what it derives from
        self.worked = 0  # how often TensorFlow was seen to compute something that the program uses
        self.log_handlers: list[Value] = []
        self.logs_all = False  # the level of a logger is set, so that the quiet records are passed on, too
        self.tested: set[int] = set()  # comparisons whose truth is asked for
        self.active: list[int] = []
        self.visited: set[int] = set()
        self.called: set[int] = set()  # those that something in the program calls
        self.done: dict[tuple[Any, ...], bodies.Outcome] = {}
        self.instances: dict[int, Value] = {}
        self.tops: dict[tuple[int, str], Value] = {}
        self.stored: dict[tuple[int, str], Value] = {}  # by class and name: what all objects of a class share
        self.decorated: dict[
            int, Value
        ] = {}  # by the address of a function: the object that a class as its decorator made
        self.frame = Frame(root, "<module>")
        self.frames: dict[int, Frame] = {id(root): self.frame}

    # what happens

    def state(self) -> State:
        """The circumstances of this moment."""
        return State(
            self.loops,
            self.mode,
            self.graph,
            self.guards,
            self.thread,
            self.traced,
            self.calls,
            self.begins,
            self.share,
            self.skipped,
            self.chosen,
        )

    def place(self, node: ast.AST) -> Place:
        """Where this moment is."""
        return Place(node, self.frame.module, self.frame.function)

    def tell(self, kind: str, node: ast.AST, **details: Any) -> None:
        """Adds an event to the story; what a wrapper merely hands on happens where the wrapper is called."""
        if kind != "kept" and any(loop.kind == "calls" for loop in self.loops):
            return  # told already where it happens; that it is called again and again is but likely
        place = self.calls[-1] if self.calls and forwards(node) else self.place(node)
        self.story.events.append(Event(kind, place, self.state(), **details))

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

    # under which circumstances

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

    # the steps

    def run_root(self) -> None:
        """The module itself, then whatever in it nothing has called."""
        entries.run_root(self)

    def run(self, body: Sequence[ast.stmt]) -> bool:
        """Runs statements in order; whether one of them leaves nothing to do for those below it."""
        for node in body:
            step = STATEMENTS.get(node.__class__)
            if step is not None and step(self, node):
                return True
        return False

    def evaluate(self, node: ast.AST | None) -> Value:
        """The value of an expression, with all that happens on the way."""
        if node is None:
            return NONE
        step = EXPRESSIONS.get(node.__class__)
        return step(self, node) if step is not None else ANY

    # what handlers ask of each other

    def lookup(self, name: str) -> Value:
        """What a name means here."""
        return lookup.lookup(self, name)

    def in_module(self, node: ast.AST, module: Module) -> Value:
        """The value of a plain name or attribute as written in a module."""
        return lookup.in_module(self, node, module)

    def attribute(self, base: Value, name: str, node: ast.AST) -> Value:
        """An attribute of a value."""
        return attributes.attribute(self, base, name, node)

    def set_attribute(self, holder: Value, name: str, value: Value, node: ast.AST) -> None:
        """Gives an attribute of an object a value."""
        binding.set_attribute(self, holder, name, value, node)

    def method_of(self, cls: Class, name: str) -> Function | None:
        """A method of a class, its own or inherited within the project."""
        return classes.method_of(self, cls, name)

    def special(self, base: Value, name: str, arguments: list[Value], node: ast.AST) -> Value | None:
        """What a special method of an object's own class gives; None where the class has none."""
        method = classes.method_of(self, base.target, name) if isinstance(base.target, Class) else None
        return self.call_function(method, arguments, {}, node, base) if method is not None else None

    def call(self, function: Value, arguments: list[Value], keywords: dict[str, Value], node: ast.AST) -> Value:
        """Calls a value."""
        return calls.call(self, function, arguments, keywords, node)

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
        return bodies.call_function(self, function, arguments, keywords, node, instance, parent)

    def entry(self, function: Function, base: str) -> Loop | None:
        """What makes a function repeat that nothing here calls."""
        return entries.entry(self, function, base)

    def run_handler(self, value: Value, node: ast.AST, requests: float | None = None) -> None:
        """A function that somebody calls for every message, of which there may be known to be few."""
        entries.run_handler(self, value, node, requests)
