"""Reads the user's source to find the line that adds to a container, and the statement a line belongs to."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from tensorleak.model.diagnosis import Location
from tensorleak.recording.records import Holder

MAX_SOURCE = 4 * 1024 * 1024
ADDING = {
    "append",
    "appendleft",
    "add",
    "extend",
    "insert",
    "setdefault",
    "update",
    "put",
    "put_nowait",
    "push",
    "__setitem__",
}
ADDING_TO_FIRST = {"heappush", "insort", "insort_left", "insort_right"}


@lru_cache(maxsize=128)
def tree_of(file: str) -> ast.Module | None:
    """The syntax tree of a source file, or None where it cannot be read as such."""
    try:
        text = _content(file)
        return ast.parse(text) if text is not None else None
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _content(file: str) -> bytes | None:
    """What is in a file; of a notebook's cell, which is no file, what this very process keeps of it."""
    path = Path(file)
    if path.is_file():
        return path.read_bytes() if path.stat().st_size <= MAX_SOURCE else None
    entry = linecache.cache.get(file)
    if entry is None or len(entry) != 4 or entry[1] is not None:  # a time of change: it was read from a disk
        return None
    return "".join(entry[2]).encode(errors="replace")


def source_line(file: str, line: int) -> str | None:
    """One line of a file."""
    lines = source_lines(file, line, 0)
    return lines[0][1] if lines else None


def source_lines(file: str, line: int, around: int) -> list[tuple[int, str]]:
    """Numbered lines around a place."""
    try:
        content = _content(file)
    except (OSError, ValueError):
        return []
    text = content.decode(errors="replace").splitlines() if content is not None else []
    return [(number, text[number - 1]) for number in range(max(1, line - around), min(len(text), line + around) + 1)]


def statement_start(location: Location) -> Location:
    """The same place at the first line of its statement: older Pythons report a later one."""
    tree = tree_of(location.file)
    if tree is None:
        return location
    best = location.line
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and not isinstance(
            node,
            (
                ast.FunctionDef,
                ast.AsyncFunctionDef,
                ast.ClassDef,
                ast.For,
                ast.While,
                ast.If,
                ast.With,
                ast.Try,
            ),
        ):
            if node.lineno <= location.line <= (node.end_lineno or node.lineno) and node.lineno < best:
                best = node.lineno
        elif isinstance(node, (ast.With, ast.For)):
            head = node.items[0].context_expr if isinstance(node, ast.With) else node.iter
            if head.lineno <= location.line <= (head.end_lineno or head.lineno):
                best = min(best, node.lineno)
    return Location(location.file, best, location.function)


def addition(holder: Holder, files: Iterable[str], hot: set[tuple[str, str]]) -> Location | None:
    """The line that adds to a holder's container: in its own file first, then in the program's others."""
    if holder.scope == "lru_cache":
        return Location(holder.file, holder.line, holder.owner.rsplit(".", 1)[-1]) if holder.file else None
    ordered = [holder.file] + [file for file in files if file != holder.file]
    for file in ordered:
        tree = tree_of(file)
        if tree is None:
            continue
        found = [place for place in _additions(tree, holder.name, file, holder.scope) if _inside(place, holder, file)]
        if found:
            return min(found, key=lambda place: ((place.file, place.function) not in hot, place.line))
    for file in ordered:
        tree = tree_of(file)
        place = _through_parameter(tree, holder.name, ordered, hot) if tree is not None and holder.name else None
        if place is not None:
            return place
    hidden = [place for file in ordered for place in _hidden_additions(tree_of(file), holder, file)]
    if hidden:
        return min(hidden, key=lambda place: ((place.file, place.function) not in hot, place.line))
    return Location(holder.file, holder.line, holder.owner) if holder.file and holder.line else None


def _hidden_additions(tree: ast.AST | None, holder: Holder, file: str) -> Iterator[Location]:
    """Additions that do not name the holder: by its own class to itself, or to something that is reached through it."""
    if tree is None or not holder.name:
        return
    kind = holder.words.split(" ", 1)[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name == kind:
            yield from _additions(node, "self", file, "local")
    for function, node in _walk(tree):
        called = node.func if isinstance(node, ast.Call) else None
        target = called.value if isinstance(called, ast.Attribute) and called.attr in ADDING else None
        if isinstance(target, ast.Attribute) and _root(target) == holder.name:
            yield Location(file, target.lineno, function)


def _root(node: ast.expr) -> str:
    """The name at the beginning of `a.b[c].d`."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _inside(place: Location, holder: Holder, file: str) -> bool:
    """A local's additions are looked for in its own function (or what is nested in it)."""
    if holder.scope != "local" or file != holder.file:
        return True
    tree = tree_of(file)
    for node in ast.walk(tree) if tree else ():
        if (
            isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
            and node.name == holder.owner
            and node.lineno <= place.line <= (node.end_lineno or 0)
        ):
            return True
    return False


def _additions(
    tree: ast.AST, name: str, file: str, scope: str, aliases: frozenset[str] = frozenset()
) -> Iterator[Location]:
    """The statements that add to something called `name`, with the function they are in."""
    names = aliases | {name} if name else aliases
    for function, node in _walk(tree):
        if (
            (isinstance(node, ast.Call) and _adds_by_call(node, names))
            or (isinstance(node, ast.Assign) and _adds_by_assignment(node, names))
            or (isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add) and _refers(node.target, names))
        ):
            yield Location(file, node.lineno, function)


def _adds_by_call(node: ast.Call, names: frozenset[str] | set[str]) -> bool:
    """`x.append(y)`, and `heapq.heappush(x, y)`."""
    if isinstance(node.func, ast.Attribute) and node.func.attr in ADDING and _refers(node.func.value, names):
        return True
    function = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return function in ADDING_TO_FIRST and bool(node.args) and _refers(node.args[0], names)


def _adds_by_assignment(node: ast.Assign, names: frozenset[str] | set[str]) -> bool:
    """`x[key] = y`, and `x = x + [y]`."""
    if any(isinstance(target, ast.Subscript) and _refers(target.value, names) for target in node.targets):
        return True
    renewed = any(_refers(target, names) for target in node.targets)
    return renewed and isinstance(node.value, (ast.BinOp, ast.List)) and _extends(node.value, names)


def _extends(value: ast.expr, names: frozenset[str] | set[str]) -> bool:
    """`x = x + [...]` and `x = [*x, y]`."""
    parts = (
        [value.left, value.right]
        if isinstance(value, ast.BinOp)
        else [part.value for part in getattr(value, "elts", []) if isinstance(part, ast.Starred)]
    )
    return any(_refers(part, names) for part in parts)


def _refers(node: ast.expr, names: frozenset[str] | set[str]) -> bool:
    """Whether an expression is, or reaches into, one of these names."""
    while True:
        if isinstance(node, ast.Subscript):
            node = node.value
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in ("setdefault", "get", "__getitem__")
        ):
            node = node.func.value
        else:
            break
    return (isinstance(node, ast.Name) and node.id in names) or (isinstance(node, ast.Attribute) and node.attr in names)


def _walk(tree: ast.AST, function: str = "<module>") -> Iterator[tuple[str, ast.AST]]:
    """Every node with the name of the function it is in."""
    for child in ast.iter_child_nodes(tree):
        inner = child.name if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)) else function
        yield inner, child
        yield from _walk(child, inner)


def _through_parameter(tree: ast.AST, name: str, files: list[str], hot: set[tuple[str, str]]) -> Location | None:
    """The container was handed to a function under another name: looks for additions to that parameter."""
    found = []
    for _, node in _walk(tree):
        if not isinstance(node, ast.Call):
            continue
        positions = [i for i, argument in enumerate(node.args) if _refers(argument, {name})]
        keywords = [keyword.arg for keyword in node.keywords if keyword.arg and _refers(keyword.value, {name})]
        callee = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", None)
        if callee and (positions or keywords):
            found += [place for file in files for place in _parameter_additions(file, callee, positions, keywords)]
    return min(found, key=lambda place: ((place.file, place.function) not in hot, place.line)) if found else None


def _parameter_additions(file: str, callee: str, positions: list[int], keywords: list[str]) -> Iterator[Location]:
    tree = tree_of(file)
    for function, node in _walk(tree) if tree else ():
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        wanted = node.name == callee or (node.name == "__init__" and function == callee)
        if not wanted:
            continue
        parameters = [argument.arg for argument in node.args.args]
        shift = 1 if parameters[:1] == ["self"] else 0
        names = [parameters[i + shift] for i in positions if i + shift < len(parameters)] + keywords
        yield from _additions(node, "", file, "local", frozenset(names))
