"""What a rewriter answers: new text and how far it may be trusted, or in one sentence why there is none."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Safety(str, Enum):
    """How far a fix may be trusted: it keeps the meaning, it may change it, or it is only ever displayed."""

    SAFE = "safe"
    UNSAFE = "unsafe"
    SHOWN = "shown"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Rewrite:
    """The whole text of the file after one fix; `reason` says why it is no safer than it is.

    `shared` is what code in other files may reach and would no longer find as it was, and `breaks` says why that matters to them.
    """

    safety: Safety
    title: str
    reason: str
    text: str
    shared: str = ""
    breaks: str = "which may need all of it"


@dataclass(frozen=True)
class Refusal:
    """Why there is no fix: the precondition that could not be shown, in one sentence."""

    reason: str
