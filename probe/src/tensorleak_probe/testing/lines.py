"""Finds the line that adds to a container, in the source of the file that holds it."""

import ast

ADDERS = ("append", "appendleft", "add", "extend", "insert", "put", "put_nowait", "setdefault", "update")
MAX_SOURCE = 4 * 1024 * 1024


def addition(holder, *files):
    """(file, line, function) of the statement that adds to what `holder` names, or None when the source does not show it."""
    name = holder.get("name")
    for file in dict.fromkeys([holder.get("file")] + list(files)):
        found = name and file and _search(file, name)
        if found:
            return found
    return None


def _search(file, name):
    try:
        with open(file, "rb") as source:
            tree = ast.parse(source.read(MAX_SOURCE))
    except (OSError, SyntaxError, ValueError, RecursionError):
        return None
    for function, node in _statements(tree, "<module>"):
        if _adds(node, name):
            return file, node.lineno, function
    return None


def _statements(node, function):
    """All nodes in order, each with the name of the function around it."""
    for child in ast.iter_child_nodes(node):
        inside = child.name if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)) else function
        yield inside, child
        for pair in _statements(child, inside):
            yield pair


def _adds(node, name):
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr in ADDERS and _names(node.func.value, name)
    if isinstance(node, ast.Assign):
        return any(isinstance(target, ast.Subscript) and _names(target.value, name) for target in node.targets)
    return isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add) and _names(node.target, name)


def _names(node, name):
    """Whether an expression is the name itself, an attribute of that name, or an element of either."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return getattr(node, "id", None) == name or getattr(node, "attr", None) == name
