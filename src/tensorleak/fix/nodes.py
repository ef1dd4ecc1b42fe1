"""Walking through the nodes of a parsed file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import libcst as cst

Node = TypeVar("Node", bound=cst.CSTNode)


def is_statement(node: cst.CSTNode) -> bool:
    """Whether a node is a whole statement."""
    return isinstance(node, cst.SimpleStatementLine | cst.BaseCompoundStatement)


def walk(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """A node and everything in it, from the top down."""
    pending = [node]
    while pending:
        one = pending.pop()
        yield one
        pending.extend(reversed(one.children))


def find(node: cst.CSTNode, kind: type[Node]) -> Iterator[Node]:
    """Everything of a kind in a node."""
    return (one for one in walk(node) if isinstance(one, kind))


def only(statement: cst.CSTNode, kind: type[Node]) -> Node | None:
    """The small statement that stands alone on its line, when it is of that kind."""
    if isinstance(statement, cst.SimpleStatementLine) and len(statement.body) == 1:
        small = statement.body[0]
        return small if isinstance(small, kind) else None
    return None
