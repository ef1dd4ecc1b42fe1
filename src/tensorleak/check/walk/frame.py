"""One running function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tensorleak.check.values import Loop, Value

if TYPE_CHECKING:
    from tensorleak.check.module import Module
    from tensorleak.check.walk.exceptions import Failure


class Frame:
    """One running function: its names, what it returns, whose method it is."""

    __slots__ = (
        "begun",
        "born",
        "caught",
        "entered",
        "env",
        "function",
        "globals",
        "module",
        "parent",
        "passed",
        "raised",
        "received",
        "returns",
        "yields",
    )

    def __init__(self, module: Module, function: str, parent: Frame | None = None) -> None:
        self.module = module
        self.function = function
        self.parent = parent
        self.env: dict[str, Value] = {}
        self.begun: dict[
            str, tuple[Loop, ...]
        ] = {}  # by name: the loops in whose rounds it stands for something else anew
        self.globals: set[str] = set()
        self.returns: list[Value] = []
        self.yields: list[Value] = []
        self.entered: tuple[str, tuple[Loop, ...]] | None = None  # mode and graph where it yields
        self.passed: dict[str, Value] = {}  # parameters that are constants in this call
        self.raised: dict[
            tuple[int, int], Failure
        ] = {}  # what leaves it, or the `try` under way, by statement and frame
        self.caught: list[Failure] = []  # ... and what the handler under way has caught
        self.born: tuple[Loop, ...] = ()  # the loops that were open when it was called
        self.received: Value | None = None  # what a generator is sent: of which kind, nobody knows until somebody does

    @property
    def base(self) -> int:
        """How many loops were open when the function was called."""
        return len(self.born)

    def held(self) -> Value:
        """The frame as what a suspended generator or an exception keeps: all that its names stand for."""
        value = Value("frame", self.function, born=self.born)
        value.attrs = self.env
        return value
