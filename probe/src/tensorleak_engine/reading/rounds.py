"""Which lines repeat: the loops that the program was seen in, and the functions that are called from there.

A container is often filled by several lines, one of which runs once. The stacks that were recorded at work say in which loops
the program went round; what lies in such a loop, or in a function that is called from it, is what repeats.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Iterable, Iterator, Mapping

from tensorleak_engine.model.diagnosis import Location
from tensorleak_engine.seen import Stack

Trees = Mapping[str, ast.Module]  # by file

LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
MAX_CALLS = 4  # from a loop to a function that it calls, and on


@dataclass(frozen=True)
class Region:
    """Lines of one file."""

    file: str
    first: int
    last: int

    def holds(self, place: Location) -> bool:
        """Whether a place lies in it."""
        return place.file == self.file and self.first <= place.line <= self.last


@dataclass(frozen=True)
class Rounds:
    """What repeats: regions that were seen to, and the names of the functions that are called from them."""

    regions: tuple[Region, ...] = ()
    called: frozenset[str] = frozenset()
    running: frozenset[tuple[str, str]] = field(default_factory=frozenset)

    def rank(self, place: Location) -> int:
        """How likely a place is run in every round; the least is the likeliest."""
        if any(region.holds(place) for region in self.regions):
            return 0
        if place.function in self.called:
            return 1
        return 2 if (place.file, place.function) in self.running else 3


def rounds_of(stacks: Iterable[Stack], trees: Trees) -> Rounds:
    """What repeats in a program that was seen at work with these stacks."""
    return _rounds(tuple(stacks), tuple(trees.items()))


@lru_cache(maxsize=8)  # while a program runs, it is mostly seen at the same lines again
def _rounds(stacks: tuple[Stack, ...], files: tuple[tuple[str, ast.Module], ...]) -> Rounds:
    trees = dict(files)
    regions = {region for stack in stacks for region in _regions(stack, trees)}
    bodies = [node for region in regions for node in _nodes_in(trees.get(region.file), region)]
    return Rounds(
        tuple(sorted(regions, key=lambda region: (region.file, region.first))),
        frozenset(_called_from(bodies, trees)),
        frozenset((file, function) for stack in stacks for file, _, function in stack),
    )


def _regions(stack: Stack, trees: Trees) -> Iterator[Region]:
    """The loop of the outermost frame that is in one, and all of the functions that are called from there."""
    loops = [_loop(trees.get(file), line, function) for file, line, function in stack]
    outermost = max((index for index, loop in enumerate(loops) if loop is not None), default=len(stack))
    for (file, *_), loop in list(zip(stack, loops))[: outermost + 1]:
        if loop is not None:
            yield Region(file, loop.lineno, loop.end_lineno or loop.lineno)
    for file, line, function in stack[:outermost]:
        body = _function(trees.get(file), line, function)
        if body is not None:
            yield Region(file, body.lineno, body.end_lineno or body.lineno)


def loop_around(tree: ast.Module, line: int, function: str) -> int:
    """The first line of the outermost loop around a line, within its own function; 0 where there is none."""
    loop = _loop(tree, line, function)
    return loop.lineno if loop is not None else 0


@lru_cache(maxsize=256)
def _loop(tree: ast.Module | None, line: int, function: str) -> ast.expr | ast.stmt | None:
    """The outermost loop around a line, within its own function."""
    scope: ast.AST | None = tree if function == "<module>" else _function(tree, line, function)
    if scope is None:
        return None
    around = [node for node in _own_nodes(scope) if isinstance(node, LOOPS) and _spans(node, line)]
    return min(around, key=lambda node: node.lineno, default=None)


def _function(tree: ast.Module | None, line: int, name: str) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """The innermost function of a name around a line."""
    if tree is None:
        return None
    found = [
        node for node in ast.walk(tree) if isinstance(node, FUNCTIONS) and node.name == name and _spans(node, line)
    ]
    return max(found, key=lambda node: node.lineno, default=None)


def _spans(node: ast.expr | ast.stmt, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or node.lineno)


def _own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function or module, without those of functions and classes in it."""
    waiting = list(ast.iter_child_nodes(scope))
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            waiting += ast.iter_child_nodes(node)


def _nodes_in(tree: ast.Module | None, region: Region) -> Iterator[ast.AST]:
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, (ast.expr, ast.stmt)) and region.first <= node.lineno <= region.last:
            yield node


def _called_from(nodes: Iterable[ast.AST], trees: Trees) -> set[str]:
    """The names of the functions that are called from these nodes, and from those functions, a few calls deep."""
    bodies: dict[str, list[ast.AST]] = {}
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, FUNCTIONS):
                bodies.setdefault(node.name, []).append(node)
            elif isinstance(node, ast.ClassDef):
                makers = [part for part in node.body if isinstance(part, FUNCTIONS) and part.name == "__init__"]
                bodies.setdefault(node.name, []).extend(makers)
    found: set[str] = set()
    fresh = {name for node in nodes for name in _names_called(node)}
    for _ in range(MAX_CALLS):
        found |= fresh
        inner = (node for name in fresh for body in bodies.get(name, ()) for node in ast.walk(body))
        fresh = {name for node in inner for name in _names_called(node)} - found
    return found | ({"__init__"} if any(name in bodies for name in found) else set())


def forget() -> None:
    """Lets go of what was read of source files: for a program that judges itself, and has better use for the memory."""
    _rounds.cache_clear()
    _loop.cache_clear()


def _names_called(node: ast.AST) -> Iterator[str]:
    """What a node calls, or hands on to be called: `f(x)`, `self.f(x)`, `pool.submit(f, x)`."""
    if isinstance(node, ast.Call):
        for part in (node.func, *node.args, *(keyword.value for keyword in node.keywords)):
            if isinstance(part, ast.Attribute):
                yield part.attr
            elif isinstance(part, ast.Name):
                yield part.id
    elif isinstance(node, (ast.With, ast.AsyncWith)):
        yield from ("__enter__", "__exit__", "__aenter__", "__aexit__")
    elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
        yield "__setitem__"
