"""What a rule is: one leak pattern under one id, for the runtime diagnosis and the static check alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tensorleak_engine.causes import BY_ID, CATALOGUE, TELLING, Cause

if TYPE_CHECKING:
    from tensorleak.check.events import Story
    from tensorleak.check.suspicion import Suspicion

HEADINGS = (
    "What it does",
    "Why it grows",
    "Example",
    "Use instead",
    "Known limits",
    "Fix safety",
    "Evidence",
)


@dataclass(frozen=True)
class Rule:
    """One leak pattern; its module's docstring is its page. What a cause of the engine says of itself is not said again."""

    id: str
    summary: str
    name: str = ""
    says: str = ""
    remedy: str = ""
    check: Callable[[Story], Iterator[Suspicion]] | None = None
    preview: bool = False  # off unless asked for: its precision on foreign code is not proven
    documentation: str = ""

    def __post_init__(self) -> None:
        if self.cause is not None:
            for word in ("name", "says", "remedy"):
                object.__setattr__(self, word, getattr(self.cause, word))

    @property
    def cause(self) -> Cause | None:
        """The cause of growth that this pattern is; None for one that is only seen in the source."""
        return BY_ID.get(self.id)

    @property
    def rank(self) -> int:
        """How telling the pattern is among several at one line, as its cause is among several of one owner."""
        if self.cause is CATALOGUE[-1]:
            return 0  # the plainest: anything that is kept
        return 1 + len(TELLING) - TELLING.index(self.cause) if self.cause in TELLING else 1

    @property
    def family(self) -> str:
        """The family that the id's hundred stands for."""
        return {
            "1": "graph and session",
            "2": "tf.function",
            "3": "tensors",
            "4": "models",
            "5": "data",
            "6": "threads and serving",
            "7": "devices",
            "8": "native",
            "9": "Python",
        }[self.id[2]]
