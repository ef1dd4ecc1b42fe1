"""One running function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tensorleak.check.values import Loop, Value

if TYPE_CHECKING:
    from tensorleak.check.module import Module


class Frame:
    """One running function: its names, what it returns, whose method it is."""

    __slots__ = ("base", "entered", "env", "function", "globals", "module", "parent", "passed", "returns", "yields")

    def __init__(self, module: Module, function: str, parent: Frame | None = None) -> None:
        self.module = module
        self.function = function
        self.parent = parent
        self.env: dict[str, Value] = {}
        self.globals: set[str] = set()
        self.returns: list[Value] = []
        self.yields: list[Value] = []
        self.entered: tuple[str, tuple[Loop, ...]] | None = None  # mode and graph where it yields
        self.passed: dict[str, Value] = {}  # parameters that are constants in this call
        self.base = 0  # how many loops were open when it was called
