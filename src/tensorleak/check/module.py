"""One file of a project: its imports, functions and classes, and what is true of it whatever runs first."""

from __future__ import annotations

import ast
import os
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from tensorleak.check import names
from tensorleak.check.reading import VISITS
from tensorleak.check.source import Source

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
SIGNS = {name.rpartition(".")[2] for name in names.GRAPH_SIGNS | names.EAGER_SIGNS} | {"numpy", "contrib", "app"}


class Function:
    """One `def` or `lambda`."""

    __slots__ = ("_yields", "cls", "module", "name", "node", "qualname")

    def __init__(self, node: FunctionNode | ast.Lambda, module: Module, cls: Class | None, prefix: str = "") -> None:
        self.node = node
        self.module = module
        self.cls = cls
        self.name = getattr(node, "name", "<lambda>")
        self.qualname = f"{prefix}{self.name}"
        self._yields: bool | None = None

    @property
    def is_generator(self) -> bool:
        """Whether calling it gives something to iterate over."""
        if self._yields is None:
            node = self.node
            near = not isinstance(node, ast.Lambda) and within(self.module.yielding, node)
            self._yields = near and not isinstance(node, ast.Lambda) and yields(node.body)
        return self._yields


class Class:
    """One `class`, with its methods and the values of its body."""

    __slots__ = ("methods", "module", "name", "node", "values")

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
        self.methods: dict[str, Function] = {
            item.name: Function(item, module, self, node.name + ".")
            for item in node.body
            if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef)
        }


class Module:
    """One parsed file."""

    def __init__(self, source: Source, tree: ast.Module, dotted: str) -> None:
        self.source = source
        self.tree = tree
        self.dotted = dotted
        self.display = source.display
        self.path = source.path
        self.imports: dict[str, str] = {}
        self.starred: list[str] = []
        self.functions: dict[int, Function] = {}
        self.classes: dict[int, Class] = {}
        self.shrunk: set[str] = set()  # names of containers that are emptied or cut somewhere
        self.whole: set[str] = set()  # names of containers that are joined or returned as a whole: results, not leaks
        self.passed: Counter[str] = Counter()  # how often names are handed on or gone through as a whole
        self.indexed: set[str] = set()  # names of which parts are looked up
        self.emptied: set[str] = set()
        self.global_names = global_names(tree) if "global " in source.text else set()
        self.changes: dict[int, dict[str, bool]] = {}  # by loop: what its rounds change
        self.signs: set[str] = set()  # library names that tell graph from eager code
        self.imported: list[tuple[str, int]] = []
        self.top: dict[str, ast.AST] = {}  # what a name at the top of the module is bound to
        self.folder = os.path.dirname(os.path.abspath(source.path))
        self._bound: Counter[str] | None = None
        self.yielding: list[int] = []
        self.repeating: list[int] = []  # the lines where something goes round, in order
        self._bind(tree.body)
        self._read(tree)
        self.repeating.sort()
        self.yielding.sort()

    @cached_property
    def mode(self) -> str:
        """What the module's own names tell of the mode it runs in; '' when they tell nothing."""
        if self.signs & names.EAGER_ORDERS:
            return "eager"
        if self.signs & names.GRAPH_ORDERS or (self.signs & names.GRAPH_SIGNS and not self.signs & names.EAGER_SIGNS):
            return "graph"
        return "eager" if self.signs & names.EAGER_SIGNS else ""

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
                self.signs.add(names.canonical(name))

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
            for method in known.methods.values():
                self.functions[id(method.node)] = method
        return known

    def binds(self, name: str) -> bool:
        """Whether a name is defined or imported at the top of the module."""
        return name in self.top or name in self.imports

    def wants(self, name: str, kind: str, handed: int = 0) -> bool:
        """Whether a container of this name is used as a whole, or gone through, other than by so many calls.

        Looking things up is what a table is for.
        """
        used = name in self.whole or self.passed[name] > handed
        return used or (kind != "dict" and name in self.indexed)

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
