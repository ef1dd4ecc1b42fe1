"""What a rule is: one leak pattern under one id, for the runtime diagnosis and the static check alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tensorleak.model.owner import Owner

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


def never(_: Owner) -> bool:
    """For rules without a runtime side."""
    return False


@dataclass(frozen=True)
class Rule:
    """One leak pattern; its module's docstring is its page."""

    id: str
    name: str
    summary: str
    says: str
    remedy: str
    explains: Callable[[Owner], bool] = never
    specificity: int = 0
    check: Callable[[Story], Iterator[Suspicion]] | None = None
    preview: bool = False  # off unless asked for: its precision on foreign code is not proven
    documentation: str = ""

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
