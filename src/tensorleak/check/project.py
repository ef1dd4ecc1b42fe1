"""The index of a project: its modules, parsed when first needed, with their imports, functions and classes."""

from __future__ import annotations

import ast
import os
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from tensorleak.check import names
from tensorleak.check.source import Source, SourceError, read_source

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
SHRINKING = frozenset("cache_clear pop popleft popitem clear remove discard get_nowait".split())
COLLECTING = frozenset(
    "concat concatenate stack vstack hstack column_stack array asarray save savez dump dumps DataFrame extend "
    "join set tuple dict zip sorted concat_v2 convert_to_tensor constant to_csv writerows fromiter enumerate "
    "cycle map from_tensor_slices pad_sequences wait gather as_completed group append_all".split()
)
REDUCING = frozenset("len max min any all isinstance id sample choice random_choice bool".split())
APPLYING = frozenset("map submit fit starmap imap imap_unordered apply_async".split())  # they call what they are given
SUMMING = frozenset("mean sum max min item std".split())
EMPTY: dict[str, Any] = {}
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
        self.passed: set[str] = set()  # names that are handed on or gone through as a whole
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
            for value in getattr(node, "__dict__", EMPTY).values():
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


def last_name(node: ast.AST) -> str:
    """The identifier by which a container is known: `losses` of `losses` and of `self.losses`."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return node.attr
    return last_name(node.value) if isinstance(node, ast.Subscript) else ""


def _import(module: Module, node: ast.Import) -> None:
    for alias in node.names:
        top = alias.name.partition(".")[0]
        module.imports.setdefault(alias.asname or top, alias.name if alias.asname else top)
        module.imported.append((alias.name, 0))


def _import_from(module: Module, node: ast.ImportFrom) -> None:
    base = "." * node.level + (node.module or "")
    module.imported.append((node.module or "", node.level))
    for alias in node.names:
        if alias.name == "*":
            module.starred.append(base)
            continue
        joint = "" if base.endswith(".") or not base else "."
        module.imports.setdefault(alias.asname or alias.name, f"{base}{joint}{alias.name}")


def _call(module: Module, node: ast.Call) -> None:
    function = node.func
    if isinstance(function, ast.Attribute):
        if function.attr in SHRINKING:
            module.shrunk.add(last_name(function.value))
        name = function.attr
        if name == "run" and last_name(function.value) in ("sess", "session", "_sess", "_session"):
            module.signs.add("session.run")
        if name in APPLYING:
            module.repeating.append(node.lineno)
    else:
        name = getattr(function, "id", "")
    if name in REDUCING:
        return
    target = module.whole if name in COLLECTING else module.passed
    for argument in (*node.args, *(word.value for word in node.keywords)):
        inner = argument.value if isinstance(argument, ast.Starred) else argument
        for part in inner.elts if isinstance(inner, ast.List | ast.Tuple) else (inner,):
            if isinstance(part, ast.Name | ast.Attribute):
                target.add(last_name(part))


def _return(module: Module, node: ast.Return) -> None:
    values = node.value.elts if isinstance(node.value, ast.Tuple | ast.List) else [node.value]
    if isinstance(node.value, ast.Dict):
        values = list(node.value.values)
    for value in values:
        if isinstance(value, ast.Name | ast.Attribute):
            module.whole.add(last_name(value))


def _yield(module: Module, node: Any) -> None:
    module.yielding.append(node.lineno)
    _return(module, node)


def _while(module: Module, node: ast.While) -> None:
    module.repeating.append(node.lineno)


def _loop(module: Module, node: ast.For | ast.AsyncFor) -> None:
    module.repeating.append(node.lineno)
    if isinstance(node.iter, ast.Name | ast.Attribute):
        module.passed.add(last_name(node.iter))


def _comprehension(module: Module, node: Any) -> None:
    module.repeating.append(node.lineno)
    element = getattr(node, "elt", None)
    if isinstance(element, ast.Name) and isinstance(node.generators[0].target, ast.Tuple):
        return  # picks a small part of each, as `max(score for score, _ in population)` does
    if isinstance(element, ast.Call) and isinstance(element.func, ast.Name) and element.func.id in ("float", "int"):
        return
    if isinstance(element, ast.Call) and isinstance(element.func, ast.Attribute) and element.func.attr in SUMMING:
        return
    for part in node.generators:
        if isinstance(part.iter, ast.Name | ast.Attribute):
            module.passed.add(last_name(part.iter))


def _delete(module: Module, node: ast.Delete) -> None:
    for target in node.targets:
        if isinstance(target, ast.Subscript):
            module.shrunk.add(last_name(target.value))


def _assign(module: Module, node: ast.Assign) -> None:
    value = node.value
    for target in node.targets:
        name = last_name(target)
        if isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice) and last_name(value.value) == name:
            module.shrunk.add(name)  # x = x[-100:]
        elif (isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice)) or (
            isinstance(target, ast.Name) and is_empty(value) and target.id in module.global_names
        ):
            module.shrunk.add(name)
        elif isinstance(target, ast.Attribute) and is_empty(value):
            (module.shrunk if name in module.emptied else module.emptied).add(name)  # made once, emptied the next time


def _operator(module: Module, node: ast.BinOp) -> None:
    if isinstance(node.right, ast.List):
        return  # `rows = rows + [row]`
    for side in (node.left, node.right):
        if isinstance(side, ast.Name | ast.Attribute):
            module.passed.add(last_name(side))


def _index(module: Module, node: ast.Subscript) -> None:
    if isinstance(node.ctx, ast.Load) and isinstance(node.slice, ast.Name | ast.BinOp | ast.Call):
        module.passed.add(last_name(node.value))
    for part in getattr(node.slice, "elts", ()):  # np.r_[a, b]
        if isinstance(part, ast.Name):
            module.passed.add(part.id)


def is_empty(node: ast.expr) -> bool:
    """An empty container, or nothing."""
    if isinstance(node, ast.List | ast.Dict):
        return not (getattr(node, "elts", None) or getattr(node, "keys", None))
    if isinstance(node, ast.Call):
        return last_name(node.func) in ("list", "dict", "set", "deque", "defaultdict", "OrderedDict")
    return isinstance(node, ast.Constant) and node.value is None


VISITS: dict[type, Callable[[Module, Any], None]] = {
    ast.Import: _import,
    ast.ImportFrom: _import_from,
    ast.Call: _call,
    ast.Return: _return,
    ast.Yield: _yield,
    ast.YieldFrom: _yield,
    ast.Delete: _delete,
    ast.For: _loop,
    ast.While: _while,
    ast.AsyncFor: _loop,
    ast.ListComp: _comprehension,
    ast.SetComp: _comprehension,
    ast.GeneratorExp: _comprehension,
    ast.DictComp: _comprehension,
    ast.BinOp: _operator,
    ast.Subscript: _index,
    ast.Assign: _assign,
}


class Project:
    """The modules below some roots; each is parsed when something first asks for it."""

    def __init__(self, roots: Sequence[Path]) -> None:
        self.roots = [Path(os.path.abspath(root)) for root in roots]
        self._by_path: dict[str, Module | None] = {}
        self._found: dict[tuple[str, str, int], Module | None] = {}
        self.read: set[Path] = set()

    def module_of(self, source: Source) -> Module:
        """The module of a source that was read already; raises SyntaxError where it is none."""
        key = os.path.abspath(source.path)
        known = self._by_path.get(key)
        if known is None or known.source.text != source.text:
            known = Module(source, ast.parse(source.text), source.path.stem)
            self._by_path[key] = known
        self.read.add(source.path)
        return known

    def find(self, dotted: str, importer: Module, level: int = 0) -> Module | None:
        """The project's module of this name as `importer` would import it, or None for a library's."""
        key = (dotted, importer.folder, level)
        if key not in self._found:
            self._found[key] = self._search(dotted, importer.folder, level)
        found = self._found[key]
        if found is not None:
            self.read.add(found.path)
        return found

    def _search(self, dotted: str, folder: str, level: int) -> Module | None:
        parts = [part for part in dotted.split(".") if part]
        for start in self._starts(folder, level):
            base = os.path.join(start, *parts)
            candidates = (
                [os.path.join(base, "__init__.py")] if not parts else [base + ".py", os.path.join(base, "__init__.py")]
            )
            for path in candidates:
                if os.path.isfile(path):
                    return self._load(path, dotted)
        return None

    def _starts(self, folder: str, level: int) -> Iterator[str]:
        """Where an import may begin: relative ones at one place, absolute ones at the folder and above."""
        if level:
            for _ in range(level - 1):
                folder = os.path.dirname(folder)
            yield folder
            return
        seen = folder
        while True:
            yield seen
            if any(str(root) == seen for root in self.roots) or not os.path.isfile(os.path.join(seen, "__init__.py")):
                break
            seen = os.path.dirname(seen)
        for root in self.roots:
            place = str(root if root.is_dir() else root.parent)
            if place != seen:
                yield place
                yield os.path.join(place, "src")
        parent = os.path.dirname(seen)
        if parent != seen:
            yield parent

    def _load(self, path: str, dotted: str) -> Module | None:
        if path not in self._by_path:
            try:
                file = Path(path)
                source = read_source(file, display_of(file))
                self._by_path[path] = Module(source, ast.parse(source.text), dotted)
            except (SourceError, SyntaxError, ValueError, RecursionError, MemoryError):
                self._by_path[path] = None
        return self._by_path[path]


def display_of(path: Path) -> str:
    """A path as users write it: relative where it lies below the working directory."""
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return str(path)
