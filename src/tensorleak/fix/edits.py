"""Changes to a parsed file, gathered first and made in one pass, so that what is not named stays as it is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, cast

import libcst as cst

from tensorleak.fix.request import Statement

Change = Callable[[Any], Any]
Body = Sequence[cst.BaseStatement]


class Edits(cst.CSTTransformer):
    """A set of edits; each is keyed by the node it concerns, and edits of inner nodes show up in outer ones."""

    def __init__(self) -> None:
        super().__init__()
        self._changes: dict[cst.CSTNode, list[Change]] = defaultdict(list)
        self._before: dict[cst.CSTNode, list[cst.BaseStatement]] = defaultdict(list)
        self._after: dict[cst.CSTNode, list[cst.BaseStatement]] = defaultdict(list)
        self._imports: list[str] = []

    def change(self, node: cst.CSTNode, change: Change) -> None:
        """Passes a node, with the edits inside it made, through a function."""
        self._changes[node].append(change)

    def replace(self, node: cst.CSTNode, new: cst.CSTNode) -> None:
        """Puts another node in its place."""
        self.change(node, lambda _: new)

    def remove(self, statement: Statement) -> None:
        """Takes a statement out; its block must keep another."""
        self.change(statement, lambda _: cst.RemoveFromParent())

    def insert_before(self, statement: cst.CSTNode, new: Body) -> None:
        """Puts statements in front of one."""
        self._before[statement].extend(new)

    def insert_after(self, statement: cst.CSTNode, new: Body) -> None:
        """Puts statements behind one."""
        self._after[statement].extend(new)

    def import_module(self, name: str) -> None:
        """Adds `import name` where the other imports are."""
        self._imports.append(name)

    def on_leave(self, original_node: cst.CSTNodeT, updated_node: cst.CSTNodeT) -> Any:
        """Makes the edits of one node, after those of the nodes inside it."""
        updated: Any = updated_node
        for change in self._changes.get(original_node, ()):
            updated = change(updated)
        if original_node not in self._before and original_node not in self._after:
            return updated
        return _surround(self._before.get(original_node, []), updated, self._after.get(original_node, []))

    def apply(self, module: cst.Module) -> cst.Module:
        """The file with all edits made."""
        module = module.visit(self)
        for name in self._imports:
            module = with_import(module, name)
        return module


def _surround(before: list[cst.BaseStatement], node: Any, after: list[cst.BaseStatement]) -> Any:
    if before and hasattr(node, "leading_lines"):
        before, node = _share_blank_lines(before, node)
    kept = [] if isinstance(node, cst.RemovalSentinel) else [node]
    return cst.FlattenSentinel([*before, *kept, *after])


def _share_blank_lines(before: list[cst.BaseStatement], node: Any) -> tuple[list[cst.BaseStatement], Any]:
    """Blank lines above a statement stay above what is put in front of it; its comments stay with it."""
    lines = list(node.leading_lines)
    blank = next((number for number, line in enumerate(lines) if line.comment is not None), len(lines))
    first = cast("Any", before[0])
    if isinstance(node, cst.FunctionDef | cst.ClassDef) or isinstance(before[0], cst.FunctionDef):
        return before, node
    first = first.with_changes(leading_lines=[*lines[:blank], *first.leading_lines])
    return [first, *before[1:]], node.with_changes(leading_lines=lines[blank:])


class _BlankLines(cst.CSTTransformer):
    def leave_EmptyLine(self, _: cst.EmptyLine, updated_node: cst.EmptyLine) -> cst.EmptyLine:  # noqa: N802
        if updated_node.comment is not None:
            return updated_node
        return updated_node.with_changes(indent=False, whitespace=cst.SimpleWhitespace(""))


def indentable(body: Body) -> list[cst.BaseStatement]:
    """Statements that may be indented further: their blank lines would otherwise be filled with spaces."""
    return [cast("cst.BaseStatement", one.visit(_BlankLines())) for one in body]


def statement(code: str) -> cst.SimpleStatementLine:
    """One simple statement from its text."""
    parsed = cst.parse_statement(code)
    assert isinstance(parsed, cst.SimpleStatementLine)
    return parsed


def expression(code: str) -> cst.BaseExpression:
    """An expression from its text."""
    return cst.parse_expression(code)


def with_import(module: cst.Module, name: str) -> cst.Module:
    """The module with `import name`, sorted into the run of plain imports that it opens with."""
    body = list(module.body)
    plain = [number for number, one in enumerate(body) if _is_plain_import(one)]
    new = statement(f"import {name}")
    if not plain:
        place = next((number for number, one in enumerate(body) if not _is_preamble(one)), len(body))
        return module.with_changes(body=[*body[:place], new, *body[place:]])
    run = [number for number in plain if number - plain[0] == plain.index(number)]
    place = next((number for number in run if _imported_name(body[number]) > name), run[-1] + 1)
    place = _within_first_group(body, run, place)
    if place == run[0]:
        first = cast("cst.SimpleStatementLine", body[place])
        new = new.with_changes(leading_lines=first.leading_lines)
        body[place] = first.with_changes(leading_lines=[])
        if module.header and place == 0:
            body[place] = first
            new = statement(f"import {name}")
    return module.with_changes(body=[*body[:place], new, *body[place:]])


def _within_first_group(body: Sequence[cst.CSTNode], run: list[int], place: int) -> int:
    """Standard library imports are the first group: the run is cut at its first blank line."""
    for number in run[1:]:
        lines = getattr(body[number], "leading_lines", ())
        if lines and number <= place:
            return number
    return place


def _is_plain_import(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.SimpleStatementLine) and len(node.body) == 1 and isinstance(node.body[0], cst.Import)


def _imported_name(node: cst.CSTNode) -> str:
    assert isinstance(node, cst.SimpleStatementLine)
    small = node.body[0]
    assert isinstance(small, cst.Import)
    return cst.Module([]).code_for_node(small.names[0].name)


def _is_preamble(node: cst.CSTNode) -> bool:
    """A docstring or a `from __future__` import, which must stay first."""
    if not isinstance(node, cst.SimpleStatementLine) or len(node.body) != 1:
        return False
    small = node.body[0]
    if isinstance(small, cst.Expr):
        return isinstance(small.value, cst.SimpleString | cst.ConcatenatedString)
    return (
        isinstance(small, cst.ImportFrom) and isinstance(small.module, cst.Name) and small.module.value == "__future__"
    )
