"""Small questions about syntax trees."""

from __future__ import annotations

import ast
from typing import TypeGuard


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


def call_arguments(node: ast.expr) -> list[ast.expr]:
    """The arguments of a call, none of anything else."""
    return node.args if isinstance(node, ast.Call) else []
