"""One call of something that is not the project's own: its name, what it is given, where it stands."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from tensorleak.check.values import ANY, Value

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

Keywords = dict[str, Value]


class Call:
    """A call as the library's functions and methods see it."""

    __slots__ = ("arguments", "keywords", "name", "node")

    def __init__(self, name: str, arguments: list[Value], keywords: Keywords, node: ast.AST) -> None:
        self.name = name
        self.arguments = arguments
        self.keywords = keywords
        self.node = node

    @property
    def first(self) -> Value:
        """The first argument, if there is one."""
        return self.arguments[0] if self.arguments else ANY

    @property
    def last_name(self) -> str:
        """The name without its modules."""
        return self.name.rpartition(".")[2]

    def everything(self) -> list[Value]:
        """All that is given, by place and by name."""
        return [*self.arguments, *self.keywords.values()]

    def given(self, word: str, place: int) -> Value | None:
        """An argument by its name or its place."""
        found = self.keywords.get(word)
        if found is not None:
            return found
        return self.arguments[place] if len(self.arguments) > place else None


ApiFunction = Callable[["Interpreter", Call], Value]
ApiMethod = Callable[["Interpreter", Value, Call], Value]
