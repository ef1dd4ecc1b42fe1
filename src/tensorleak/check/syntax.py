"""Small questions about syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TypeGuard

LENGTHENING = (
    "concat",
    "concatenate",
    "append",
    "hstack",
    "vstack",
)  # calls that give something longer than their parts


def last_name(node: ast.AST) -> str:
    """The identifier by which a container is known: `losses` of `losses` and of `self.losses`."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return node.attr
    return last_name(node.value) if isinstance(node, ast.Subscript) else ""


def root_name(node: ast.AST) -> str:
    """`tf` of `tf.compat.v1`; '' when it does not begin with a name."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def dotted(node: ast.AST) -> str:
    """`self.rate` of that expression; '' when it is no plain chain of names."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        base = dotted(node.value)
        return f"{base}.{node.attr}" if base else ""
    return ""


def mentions(value: ast.expr, name: str) -> bool:
    """Whether an expression uses a dotted name."""
    return any(dotted(part) == name for part in ast.walk(value))


def words(node: ast.AST) -> str:
    """A short rendering of an expression."""
    text = ast.unparse(node)
    return text if len(text) <= 40 else text[:37] + "..."


def is_none(node: ast.AST) -> bool:
    """The constant None."""
    return isinstance(node, ast.Constant) and node.value is None


def is_text(node: ast.AST | None) -> TypeGuard[ast.Constant]:
    """A string that is written out."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def forwards(node: ast.AST) -> bool:
    """`function(*args, **kwargs)`: hands on what it was given, and nothing else."""
    if not isinstance(node, ast.Call) or not node.args:
        return False
    plain = all(isinstance(part, ast.Starred) and isinstance(part.value, ast.Name) for part in node.args)
    return plain and all(word.arg is None for word in node.keywords)


EXITS = frozenset(("exit", "quit", "sys.exit", "os._exit", "os.abort"))


def exits(body: Sequence[ast.stmt]) -> bool:
    """Whether a block ends the program on every way through it, by `exit()`, `sys.exit()`, `os.execv(...)` or `raise SystemExit`."""
    last = body[-1] if body else None
    if isinstance(last, ast.Expr) and isinstance(last.value, ast.Call):
        name = dotted(last.value.func)
        return name in EXITS or name.startswith("os.exec")
    if isinstance(last, ast.Raise) and last.exc is not None:
        return last_name(last.exc.func if isinstance(last.exc, ast.Call) else last.exc) == "SystemExit"
    if isinstance(last, ast.If):
        return exits(last.body) and exits(last.orelse)
    if isinstance(last, ast.Try):
        return exits(last.finalbody) or (exits(last.body) and all(exits(part.body) for part in last.handlers))
    return isinstance(last, ast.With) and exits(last.body)


def jumps(body: Sequence[ast.AST], kind: type[ast.Break | ast.Continue]) -> bool:
    """Whether a block has a `break` or `continue` of the loop that it is the body of; that of a loop within is another's, but for its `else`."""
    todo = list(body)
    while todo:
        node = todo.pop()
        if isinstance(node, kind):
            return True
        if isinstance(node, ast.For | ast.AsyncFor | ast.While):
            todo.extend(node.orelse)
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            todo.extend(ast.iter_child_nodes(node))
    return False


def call_arguments(node: ast.expr) -> list[ast.expr]:
    """The arguments of a call, none of anything else."""
    return node.args if isinstance(node, ast.Call) else []


def rolls(value: ast.expr, name: str) -> bool:
    """Whether a name's old value is cut before it is added to: `x = np.append(x[1:], new)`."""
    return any(isinstance(part, ast.Subscript) and dotted(part.value) == name for part in ast.walk(value))


def lengthens(node: ast.Assign) -> bool:
    """`self.buffer = np.concatenate([self.buffer, row])`, wherever it stands."""
    value = node.value
    if not isinstance(value, ast.Call) or last_name(value.func) not in LENGTHENING:
        return False
    name = dotted(node.targets[0])
    return bool(name) and mentions(value, name) and not rolls(value, name)
