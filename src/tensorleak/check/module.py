"""One file of a project: its imports, functions and classes, and what is true of it whatever runs first."""

from __future__ import annotations

import ast
import os
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from tensorleak.check import names
from tensorleak.check.ownership import meant, owners_of
from tensorleak.check.reading import ADDING, INDEXED, PASSED, THROUGH, VISITS, WHOLE, WITHIN, settle_emptying
from tensorleak.check.source import Source
from tensorleak.check.syntax import dotted, exits, last_name
from tensorleak.check.unbound import unbound

if TYPE_CHECKING:
    from tensorleak.check.project import Project
    from tensorleak.check.values import Loop, Value

WORD = re.compile(r"(?:(?:def|class)\s+)?([A-Za-z_]\w*)")
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
SIGNS = {name.rpartition(".")[2] for name in names.GRAPH_SIGNS | names.EAGER_SIGNS | names.FIRST_ONLY} | {
    "numpy",
    "contrib",
    "app",
}


class Function:
    """One `def` or `lambda`."""

    __slots__ = ("_exits", "_stores", "_yields", "cls", "module", "name", "node", "qualname")

    def __init__(self, node: FunctionNode | ast.Lambda, module: Module, cls: Class | None, prefix: str = "") -> None:
        self.node = node
        self.module = module
        self.cls = cls
        self.name = getattr(node, "name", "<lambda>")
        self.qualname = f"{prefix}{self.name}"
        self._yields: bool | None = None
        self._exits: bool | None = None
        self._stores: frozenset[str] | None = None

    @property
    def is_rearmed(self) -> bool:
        """Whether the function has itself called again later: `threading.Timer(1.0, tick).start()` in `tick`."""
        first, last = self.node.lineno, self.node.end_lineno or self.node.lineno
        return any(first <= line <= last for line in self.module.timed.get(self.name, ()))

    @property
    def stores(self) -> frozenset[str]:
        """The names that its body binds."""
        if self._stores is None:
            named = (part for part in ast.walk(self.node) if isinstance(part, ast.Name))
            self._stores = frozenset(part.id for part in named if isinstance(part.ctx, ast.Store))
        return self._stores

    @property
    def never_returns(self) -> bool:
        """Whether the program is over once this is called: each way through it ends in `exit()` or its like."""
        if self._exits is None:
            body = [] if isinstance(self.node, ast.Lambda) else self.node.body
            self._exits = exits(body) and not self.is_generator and not any(map(returns, body))
        return self._exits

    @property
    def is_generator(self) -> bool:
        """Whether calling it gives something to iterate over."""
        if self._yields is None:
            node = self.node
            near = not isinstance(node, ast.Lambda) and within(self.module.yielding, node)
            self._yields = near and not isinstance(node, ast.Lambda) and yields(node.body)
        return self._yields


def returns(node: ast.AST) -> bool:
    """Whether a statement may return from the function around it; what a function within it does is its own affair."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        return False
    return isinstance(node, ast.Return) or any(map(returns, ast.iter_child_nodes(node)))


class Class:
    """One `class`, with its methods and the values of its body."""

    __slots__ = ("methods", "module", "name", "node", "setters", "values")

    def __init__(self, node: ast.ClassDef, module: Module) -> None:
        self.node = node
        self.module = module
        self.name = node.name
        self.values: dict[str, ast.expr] = {
            item.targets[0].id: item.value
            for item in node.body
            if isinstance(item, ast.Assign) and isinstance(item.targets[0], ast.Name)
        }
        for item in node.body:
            if isinstance(item, ast.AnnAssign) and item.value is not None and isinstance(item.target, ast.Name):
                self.values.setdefault(item.target.id, item.value)
        self.methods: dict[str, Function] = {}
        self.setters: dict[str, Function] = {}  # of properties
        for item in node.body:
            if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef):
                role = accessor(item)
                if role != "deleter":
                    (self.setters if role == "setter" else self.methods)[item.name] = Function(
                        item, module, self, node.name + "."
                    )
        for alias, value in self.values.items():  # `__call__ = detect`
            if isinstance(value, ast.Name) and value.id in self.methods:
                self.methods.setdefault(alias, self.methods[value.id])


def accessor(node: FunctionNode) -> str:
    """`setter` or `deleter` of a property; '' for other methods."""
    named = (item.attr for item in node.decorator_list if isinstance(item, ast.Attribute))
    return next((name for name in named if name in ("setter", "deleter")), "")


class Module:
    """One parsed file."""

    def __init__(self, source: Source, tree: ast.Module, dotted: str, project: Project) -> None:
        self.source = source
        self.project = project
        self.tree = tree
        self.dotted = dotted
        self.display = source.display
        self.path = source.path
        self.imports: dict[str, str] = {}
        self.starred: list[str] = []
        self.functions: dict[int, Function] = {}
        self.classes: dict[int, Class] = {}
        self.shrunk: dict[str, list[int]] = {}  # name of a container → the lines where it is emptied or cut
        self.own: dict[str, set[int]] = {}  # name of a container → the lines where it is written `self.name` ...
        self.anybodys: dict[str, set[int]] = {}  # ... and those where it is written in another way
        self.made: dict[tuple[int, str], bool] = {}  # by class and name: whether each of its objects makes its own
        self.unlinked: set[str] = set()  # attributes by which one object referred to another, and that are set to None
        self.uses: dict[str, list[tuple[str, int]]] = {}  # name of a container → how it is used, in which line
        self.asked: set[str] = set()  # names of what is asked for an element by `get`: queues, dictionaries
        self.standing: set[str] = set()  # attributes that constructors set to constants
        self.flags: dict[str, list[int]] = {}  # name of an attribute → the lines where anything else sets it
        self.timed: dict[str, list[int]] = {}  # name of a function → the lines where a timer is given it
        self.setting: list[int] = []  # the lines where an event is set
        self.given: dict[str, list[int]] = {}  # name of a container → the lines where an object is made with it
        self.constructing: set[int] = set()  # the assignments of constructors
        self.begun: dict[str, list[ast.expr]] = {}  # attributes that a constructor gives a new container
        self.emptied: dict[str, list[ast.expr]] = {}  # ... and those that another function does
        self.global_names = global_names(tree) if "global " in source.text else set()
        self.changes: dict[int, dict[str, bool]] = {}  # by loop: what its rounds change
        self.changed_by_itself: dict[
            int, bool
        ] = {}  # by assignment: whether it computes the new value from the old one
        self.signs: set[str] = set()  # library names that tell graph from eager code
        self.imported: list[tuple[str, int]] = []
        self.options: dict[str, float] = {}  # numbers that options of a command line have by default
        self.top: dict[str, ast.AST] = {}  # what a name at the top of the module is bound to
        self.folder = os.path.dirname(os.path.abspath(source.path))
        self._bound: Counter[str] | None = None
        self.yielding: list[int] = []
        self.repeating: list[int] = []  # the lines where something goes round, in order
        self.aliases = aliases(tree)
        self._bind(tree.body)
        self._read(tree)
        settle_emptying(self)
        self.repeating.sort()
        self.yielding.sort()

    @cached_property
    def mode(self) -> str:
        """What the module's own names tell of the mode it runs in; '' when they tell nothing."""
        if self.signs & names.EAGER_ORDERS:
            return "eager"
        if self.signs & names.GRAPH_ORDERS or (
            self.signs & (names.GRAPH_SIGNS | {names.FIRST}) and not self.signs & names.EAGER_SIGNS
        ):
            return "graph"
        if self.signs & names.EAGER_SIGNS:
            return "eager"
        early = any(not level and names.EARLY_KERAS.match(dotted) for dotted, level in self.imported)
        return "graph" if early else ""

    @cached_property
    def counters(self) -> set[str]:
        """Dotted names that something is added to: `self.step += 1`."""
        return {
            dotted(node.target)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add)
        }

    @cached_property
    def read(self) -> set[str]:
        """The names and attributes that something is done with besides adding to them."""
        added = {
            id(node.func.value)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ADDING
        }
        return {
            last_name(node)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load) and id(node) not in added
        }

    @cached_property
    def unbound(self) -> frozenset[str]:
        """The misspelt names that something here asks for and nothing binds; of a notebook nobody knows, whose cells run in any order."""
        return unbound(self.tree, self.source.text) if self.source.cells is None else frozenset()

    def times_bound(self, name: str) -> int:
        """How often a name is bound anywhere in this module: set, looped over, or taken as a parameter."""
        if self._bound is None:
            self._bound = Counter(
                node.arg if isinstance(node, ast.arg) else node.id
                for node in ast.walk(self.tree)
                if isinstance(node, ast.arg) or (isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load))
            )
        return self._bound[name]

    def _bind(self, body: Sequence[ast.stmt]) -> None:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                self.top[node.name] = node
            elif isinstance(node, ast.Assign):
                for target in node.targets:
                    if isinstance(target, ast.Name):
                        self.top[target.id] = node.value
            elif isinstance(node, ast.AnnAssign) and node.value is not None and isinstance(node.target, ast.Name):
                self.top[node.target.id] = node.value
            elif isinstance(node, ast.If | ast.Try):
                self._bind(node.body)
                self._bind(node.orelse)

    def _read(self, tree: ast.Module) -> None:
        """One pass over the whole tree for what is true of the module whatever runs first."""
        todo: list[ast.AST] = [tree]
        attributes: list[ast.Attribute] = []
        while todo:
            node = todo.pop()
            visit = VISITS.get(node.__class__)
            if visit is not None:
                visit(self, node)
            elif isinstance(node, ast.Attribute) and node.attr in SIGNS:
                attributes.append(node)
            # `ast.Load()` and its like are shared by all trees, and other libraries tie their own trees to them.
            for value in node.__dict__.values() if getattr(node, "_fields", ()) else ():
                if value.__class__ is list:
                    todo.extend(value)
                elif isinstance(value, ast.AST):
                    todo.append(value)
        for alias, value in self.top.items():  # `v1 = tf.compat.v1`
            name = self.dotted_name(value)
            if name and (alias not in self.imports or name.startswith(self.imports[alias] + ".")):
                self.imports[alias] = name
        for attribute in attributes:
            name = self.dotted_name(attribute)
            if name:
                self.signs.add(names.FIRST if name in names.FIRST_ONLY else names.canonical(name))

    def dotted_name(self, node: ast.AST) -> str:
        """The dotted name behind an expression made of imported names and attributes; '' for anything else."""
        parts: list[str] = []
        while node.__class__ is ast.Attribute:
            parts.append(node.attr)
            node = node.value
        if node.__class__ is not ast.Name:
            return ""
        base = self.imports.get(node.id)
        return ".".join([base, *reversed(parts)]) if base else ""

    def function(self, node: FunctionNode | ast.Lambda, cls: Class | None = None, prefix: str = "") -> Function:
        """The one object that stands for a `def` of this module."""
        known = self.functions.get(id(node))
        if known is None:
            known = self.functions[id(node)] = Function(node, self, cls, prefix)
        return known

    def class_of(self, node: ast.ClassDef) -> Class:
        """The one object that stands for a `class` of this module."""
        known = self.classes.get(id(node))
        if known is None:
            known = self.classes[id(node)] = Class(node, self)
            for method in (*known.methods.values(), *known.setters.values()):
                self.functions[id(method.node)] = method
        return known

    def binds(self, name: str) -> bool:
        """Whether a name is defined or imported at the top of the module."""
        return name in self.top or name in self.imports

    @cached_property
    def mentions(self) -> Counter[str]:
        """How often each word stands in the text, other than where it is defined: in comments and strings, too."""
        return Counter(word[1] for word in WORD.finditer(self.source.text) if word[0] == word[1])

    def shrink(self, name: str, node: ast.expr | ast.stmt, container: ast.expr | None = None) -> None:
        """A container of this name is emptied or cut here; `container` is how it is written."""
        self.shrunk.setdefault(name, []).append(node.lineno)
        self._note_own(name, container, node.lineno)

    def _note_own(self, name: str, container: ast.expr | None, line: int) -> None:
        """`self.rows` is a container of the very class in whose text it stands; any other expression may mean anybody's."""
        while isinstance(container, ast.Subscript):
            container = container.value
        if (
            isinstance(container, ast.Attribute)
            and isinstance(container.value, ast.Name)
            and container.value.id == "self"
        ):
            self.own.setdefault(name, set()).add(line)
        else:
            self.anybodys.setdefault(name, set()).add(line)

    def note_use(self, name: str, node: ast.expr, how: str) -> None:
        """A container of this name is handed to somebody, who makes one thing of it or does something with it."""
        self.uses.setdefault(name, []).append((how, node.lineno))
        if not isinstance(node, ast.Name):
            self._note_own(name, node, node.lineno)

    def wants(self, container: Value, loop: Loop | None = None, handed: int = 0) -> bool:
        """Whether a container is used as a whole, or gone through, other than by so many calls.

        What the rounds of a loop do themselves is no use of their product. Looking things up is what a table is for, also
        when what it finds is the container.
        """
        name = container.name
        uses = [
            how
            for how, line in self.uses_of(container)
            if loop is None or how == PASSED or not self.is_in(loop, line)  # whom it is handed to may shorten it
        ]
        handed += len(self.given.get(name, ()))
        if container.kind == "dict":
            return WHOLE in uses
        indexed = WITHIN in uses or (INDEXED in uses and not container.options.get("shelved"))
        return WHOLE in uses or indexed or uses.count(PASSED) + uses.count(THROUGH) > handed

    def uses_of(self, container: Value) -> list[tuple[str, int]]:
        """How, and in which lines, a container of this name is used, but for those of unrelated classes."""
        uses = self.uses.get(container.name, [])
        owners = owners_of(container) if uses and container.name in self.own else ()
        if not owners:
            return uses
        lines = set(meant([line for _, line in uses], container.name, self, owners))
        return [use for use in uses if use[1] in lines]

    def is_used_after(self, name: str, loop: Loop) -> bool:
        """Whether something is done with a container of this name beside what the rounds of a loop do."""
        return any(not self.is_in(loop, line) for _, line in self.uses.get(name, ()))

    def is_in(self, loop: Loop, line: int) -> bool:
        """Whether a line of this module is part of what a loop repeats: its own text, or that of a function run in it."""
        inside = loop.module is self and loop.node.lineno <= line <= (loop.node.end_lineno or line)  # type: ignore[attr-defined]
        return inside or any(
            getattr(node, "lineno", 0) <= line <= (getattr(node, "end_lineno", 0) or line)
            for node in loop.ran.get(id(self), {}).values()
        )

    def repeats_within(self, node: FunctionNode) -> bool:
        """Whether anything goes round in the text of a function."""
        return within(self.repeating, node)

    def top_level(self) -> Iterator[tuple[FunctionNode, ast.ClassDef | None]]:
        """The functions and methods that other code may call."""
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node, None
            elif isinstance(node, ast.ClassDef):
                for item in node.body:
                    if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef):
                        yield item, node


def aliases(tree: ast.Module) -> dict[str, str]:
    """What functions are called where they come from: `from random import sample as pick`."""
    imports = (node for node in tree.body if isinstance(node, ast.ImportFrom))
    return {item.asname: item.name for node in imports for item in node.names if item.asname}


def global_names(tree: ast.Module) -> set[str]:
    """The module's names that functions bind anew."""
    return {name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names}


def within(lines: list[int], node: FunctionNode) -> bool:
    """Whether any of these lines lies in the text of a function."""
    index = bisect_left(lines, node.lineno)
    return index < len(lines) and lines[index] <= (node.end_lineno or node.lineno)


def yields(body: Iterable[ast.AST]) -> bool:
    """Whether a function's own body yields."""
    todo = list(body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            todo.extend(ast.iter_child_nodes(node))
    return False
