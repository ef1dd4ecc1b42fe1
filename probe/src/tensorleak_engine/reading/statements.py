"""The statement that a line belongs to."""

from __future__ import annotations

import ast

WITH_BODY = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.For, ast.While, ast.If, ast.With, ast.Try)


def start(tree: ast.Module, line: int) -> int:
    """The first line of the statement around a line: older Pythons report a later one."""
    best = line
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and not isinstance(node, WITH_BODY):
            if node.lineno <= line <= (node.end_lineno or node.lineno):
                best = min(best, node.lineno)
        elif isinstance(node, (ast.With, ast.For)):
            head = node.items[0].context_expr if isinstance(node, ast.With) else node.iter
            if head.lineno <= line <= (head.end_lineno or head.lineno):
                best = min(best, node.lineno)
    return best
