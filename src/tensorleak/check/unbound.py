"""Misspelt names, which nothing binds: a program that comes to one ends in a NameError, and nothing around it goes round a second time."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tensorleak.check.module import Module
    from tensorleak.check.suspicion import Suspicion

OLDER = "basestring buffer cmp coerce execfile file intern long raw_input reduce reload unichr unicode xrange"  # of Python 2
GIVEN = "WindowsError __builtins__ __file__ __path__ _ display get_ipython profile"  # by the system, or by tools
KNOWN = frozenset((*dir(builtins), *OLDER.split(), *GIVEN.split()))
INJECTING = ("exec(", "exec ", "globals(", "locals(", "vars(", "__dict__")  # what may bind a name without saying so
LATER = (ast.Lambda, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)  # fmt: skip
ALIKE = 0.8  # of `difflib`: `resutl` and `result` have 0.83
SHORTEST = 4  # letters: shorter names are alike by chance
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def unbound(tree: ast.Module, text: str) -> frozenset[str]:
    """The misspelt names that a module reads and that neither it nor Python binds; none where something may bind names unseen."""
    if any(word in text for word in INJECTING):
        return frozenset()
    read: set[str] = set()
    bound: set[str] = set(KNOWN)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            (read if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.alias):
            if node.name == "*":
                return frozenset()
            bound.add(node.asname or node.name.partition(".")[0])
        elif isinstance(node, ast.Global | ast.Nonlocal):
            bound.update(node.names)
        elif isinstance(name := getattr(node, "name", None), str):  # functions, classes, handlers, patterns
            bound.add(name)
        elif isinstance(rest := getattr(node, "rest", None), str):  # `case {**rest}`
            bound.add(rest)
    return frozenset(name for name in read - bound if is_misspelt(name, bound))


def is_misspelt(name: str, bound: set[str]) -> bool:
    """Whether a name is nearly one that is bound. Any other that is missing may be somebody else's to give: texts are parts of something, too."""
    if len(name) < SHORTEST:
        return False
    alike = get_close_matches(name, bound - KNOWN, 3, ALIKE)
    return any(not (other.startswith(name) or name.startswith(other)) for other in alike)  # `rows` is several of `row`


def is_fatal(suspicion: Suspicion) -> bool:
    """Whether each round, or a function on the way to it, comes to a name that nothing binds."""
    return any(fails(body, module.unbound) for module, body in blocks_of(suspicion) if module.unbound)


def blocks_of(suspicion: Suspicion) -> Iterator[tuple[Module, Sequence[ast.stmt]]]:
    """The body of the loop, and what comes before it, and before each call on the way from it, in the functions around."""
    if suspicion.loop is not None:
        body = getattr(suspicion.loop.node, "body", None)
        if isinstance(body, list):  # that of a `lambda` is an expression
            yield suspicion.loop.module, body
    places = [(place.module, place.node) for place in (suspicion.place, *suspicion.calls)]
    if suspicion.loop is not None and not isinstance(suspicion.loop.node, FUNCTIONS):
        places = [(suspicion.loop.module, suspicion.loop.node), *places]
    for module, place in places:
        for node in around(place, module) if module.unbound else ():
            yield module, before(node.body, place)


def before(body: Sequence[ast.stmt], place: ast.AST) -> Sequence[ast.stmt]:
    """The statements of a block up to the one that a place is in: all rounds of a loop are over when those below it come."""
    line = getattr(place, "lineno", 0)
    return [node for node in body if (node.end_lineno or node.lineno) < line]


def around(node: ast.AST, module: Module) -> Iterable[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions around a place."""
    line = getattr(node, "lineno", 0)
    found = (part for part in ast.walk(module.tree) if isinstance(part, FUNCTIONS))
    return [part for part in found if part.lineno < line <= (part.end_lineno or 0)]


def fails(body: Iterable[ast.stmt], names: frozenset[str]) -> bool:
    """Whether a block always comes to a statement that asks for one of these names."""
    for node in body:
        if any(asks(part, names) for part in always(node)):
            return True
        if isinstance(node, ast.With | ast.AsyncWith) and fails(node.body, names):
            return True
        if isinstance(node, ast.Return | ast.Raise | ast.Break | ast.Continue):
            return False
        if any(isinstance(part, ast.Return | ast.Break | ast.Continue) for part in ast.walk(node)):
            return False  # it may leave before
    return False


def always(node: ast.stmt) -> Iterator[ast.AST]:
    """What a statement evaluates whenever it is come to."""
    if isinstance(node, ast.Expr | ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Return):
        yield node
    elif isinstance(node, ast.For | ast.AsyncFor):
        yield node.iter
    elif isinstance(node, ast.If | ast.While):
        yield node.test
    elif isinstance(node, ast.With | ast.AsyncWith):
        yield from (item.context_expr for item in node.items)


def asks(node: ast.AST, names: frozenset[str]) -> bool:
    """Whether evaluating this asks for one of these names, whatever the values are."""
    if isinstance(node, ast.Name):
        return isinstance(node.ctx, ast.Load) and node.id in names
    if isinstance(node, LATER):
        return False
    if isinstance(node, ast.BoolOp):
        return asks(node.values[0], names)
    if isinstance(node, ast.IfExp):
        return asks(node.test, names)
    if isinstance(node, ast.AnnAssign):
        return node.value is not None and asks(node.value, names)
    return any(asks(part, names) for part in ast.iter_child_nodes(node))
