"""What a rewriter gets: the parsed file, the blamed place in it, and the questions it may ask about both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, cast

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, ParentNodeProvider, PositionProvider

from tensorleak.check.finding import StaticFinding
from tensorleak.fix.names import Names
from tensorleak.fix.nodes import Node, is_statement, walk
from tensorleak.fix.outcome import Rewrite, Safety
from tensorleak.fix.sources import Sources
from tensorleak.fix.values import Values

if TYPE_CHECKING:
    from tensorleak.fix.edits import Edits

Statement = cst.SimpleStatementLine | cst.BaseCompoundStatement
Loop = cst.For | cst.While


class Refused(Exception):  # noqa: N818 - not a failure: the answer of a rewriter, raised from deep inside it
    """Ends a rewriter with the reason why it leaves the file alone."""


@dataclass(frozen=True)
class Request:
    """One finding in one parsed file."""

    module: cst.Module
    finding: StaticFinding
    positions: Mapping[cst.CSTNode, CodeRange]
    parents: Mapping[cst.CSTNode, cst.CSTNode]

    @classmethod
    def of(cls, module: cst.Module, finding: StaticFinding) -> Request:
        """The request for a finding in a module; the nodes of the module are the keys of its metadata."""
        return cls(module, finding, *_metadata(module))

    @cached_property
    def names(self) -> Names:
        """What the names of the file stand for."""
        return Names(self.module)

    @cached_property
    def sources(self) -> Sources:
        """Where the values in the file come from."""
        return Sources(self)

    @cached_property
    def values(self) -> Values:
        """What is known of the values in the file."""
        return Values(self)

    @cached_property
    def nodes(self) -> tuple[cst.CSTNode, ...]:
        """All nodes of the file, from the top down."""
        return tuple(walk(self.module))

    def line(self, node: cst.CSTNode) -> int:
        """The first line of a node, without the blank lines and comments above it."""
        return self.positions[node].start.line

    @cached_property
    def statement(self) -> Statement:
        """The innermost statement on the blamed line."""
        line = self.finding.span.line
        around = [node for node in self.nodes if is_statement(node) and self._covers(node, line)]
        if not around:
            raise Refused(f"there is no statement at line {line}")
        return cast("Statement", around[-1])

    def _covers(self, node: cst.CSTNode, line: int) -> bool:
        place = self.positions[node]
        first = place.start.line
        if isinstance(node, cst.FunctionDef | cst.ClassDef) and node.decorators:
            first = min(first, self.positions[node.decorators[0]].start.line)
        return first <= line <= place.end.line

    def ancestors(self, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        """What encloses a node, from the inside out."""
        while node in self.parents:
            node = self.parents[node]
            yield node

    def enclosing(self, node: cst.CSTNode, kind: type[Node]) -> Node | None:
        """The nearest ancestor of a kind."""
        return next((one for one in self.ancestors(node) if isinstance(one, kind)), None)

    def function(self, node: cst.CSTNode) -> cst.FunctionDef | None:
        """The function whose body the node is in, not one that it merely decorates."""
        child = node
        for one in self.ancestors(node):
            if isinstance(one, cst.FunctionDef) and child is one.body:
                return one
            child = one
        return None

    def method_class(self, function: cst.FunctionDef | None) -> cst.ClassDef | None:
        """The class of a method; None for a plain function."""
        if function is None:
            return None
        block = self.parents[function]
        owner = self.parents.get(block)
        return owner if isinstance(owner, cst.ClassDef) else None

    def loops(self, node: cst.CSTNode) -> list[Loop]:
        """The loops whose bodies the node is in, from the inside out, up to its function."""
        found: list[Loop] = []
        child = node
        for one in self.ancestors(node):
            if isinstance(one, cst.FunctionDef | cst.ClassDef | cst.Lambda):
                break
            if isinstance(one, cst.For | cst.While) and child is one.body:
                found.append(one)
            child = one
        return found

    def block(self, statement: cst.CSTNode) -> cst.IndentedBlock | cst.Module:
        """The block that a statement stands in."""
        parent = self.parents[statement]
        if not isinstance(parent, cst.IndentedBlock | cst.Module):
            raise Refused("the statement shares its line with the header of its block")
        return parent

    def is_label(self, name: cst.Name) -> bool:
        """Whether a name is no variable: the `b` of `a.b` and of `f(b=1)`."""
        parent = self.parents[name]
        if isinstance(parent, cst.Attribute):
            return parent.attr is name
        return isinstance(parent, cst.Arg) and parent.keyword is name

    def code(self, node: cst.CSTNode) -> str:
        """The text of a node, without what surrounds it."""
        return self.module.code_for_node(node).strip()

    def rewrite(self, edits: Edits, safety: Safety, title: str, reason: str) -> Rewrite:
        """The answer: the file with these edits made."""
        return Rewrite(safety, title, reason, edits.apply(self.module).code)


@lru_cache(maxsize=2)
def _metadata(module: cst.Module) -> tuple[Mapping[cst.CSTNode, CodeRange], Mapping[cst.CSTNode, cst.CSTNode]]:
    """Where the nodes are and what they are in; an editor asks again and again for the same file."""
    wrapper = MetadataWrapper(module, unsafe_skip_copy=True)
    found = wrapper.resolve_many([PositionProvider, ParentNodeProvider])
    positions = cast("Mapping[cst.CSTNode, CodeRange]", found[PositionProvider])
    return positions, cast("Mapping[cst.CSTNode, cst.CSTNode]", found[ParentNodeProvider])
