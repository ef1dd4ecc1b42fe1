"""What a loop's rounds change by what it was."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from tensorleak.check.syntax import LENGTHENING, dotted, last_name, mentions, rolls


def changing(body: Iterable[ast.AST]) -> dict[str, bool]:
    """Dotted names that a loop's body changes by what they were, and whether that makes them longer."""
    found: dict[str, bool] = {}
    todo: list[ast.AST] = list(body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            continue
        if isinstance(node, ast.AugAssign):
            found.setdefault(dotted(node.target), False)
        elif isinstance(node, ast.NamedExpr) or (isinstance(node, ast.Assign) and len(node.targets) == 1):
            name = dotted(node.targets[0] if isinstance(node, ast.Assign) else node.target)
            longer = isinstance(node.value, ast.Call) and last_name(node.value.func) in LENGTHENING
            longer = longer and not rolls(node.value, name)
            if changes(name, node.value) or (longer and name and mentions(node.value, name)):
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


def changes(name: str, value: ast.expr) -> bool:
    """Whether what a name is set to is computed from what it stood for."""
    return bool(name) and computes(value) and mentions(value, name)


def computes(value: ast.expr) -> bool:
    """Whether there is arithmetic in an expression: `epsilon = max(0.01, epsilon * 0.99)`."""
    return any(isinstance(part, ast.BinOp) for part in ast.walk(value))
