"""What a loop's rounds change by what it was."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from tensorleak.check.syntax import dotted, last_name, mentions

LENGTHENING = ("concat", "concatenate", "append", "hstack", "vstack")


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


def lengthens(node: ast.Assign) -> bool:
    """`self.buffer = np.concatenate([self.buffer, row])`, wherever it stands."""
    name, value = dotted(node.targets[0]), node.value
    if not name or not isinstance(value, ast.Call) or last_name(value.func) not in LENGTHENING:
        return False
    return mentions(value, name) and not rolls(value, name)
