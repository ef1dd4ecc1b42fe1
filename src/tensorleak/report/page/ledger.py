"""The ledger as a picture: one bar whose parts add up to all growth."""

from __future__ import annotations

from dataclasses import dataclass

from tensorleak_engine.model.diagnosis import Diagnosis, LedgerPart

WIDTH = 1000.0
MAX_PARTS = 40


@dataclass(frozen=True)
class Bar:
    """One part of the bar, in the picture's own units."""

    part: LedgerPart
    tone: str
    x: float
    width: float


def bars(diagnosis: Diagnosis) -> list[Bar]:
    """The parts from left to right; the last ends where the bar ends."""
    drawn, x = [], 0.0
    for index, part in enumerate(diagnosis.ledger[:MAX_PARTS]):
        width = max(0.0, min(part.share, 1.0)) * WIDTH
        drawn.append(Bar(part, _tone(part.part, index), round(x, 2), round(width, 2)))
        x += width
    return drawn


def _tone(part: str, index: int) -> str:
    """Leaks stand out, by their order; what malloc keeps and what nobody explains have looks of their own."""
    if part.startswith("kept by malloc"):
        return "free"
    if part == "unexplained" or part == "unattributed":
        return "unexplained"
    return f"leak-{index % 4}"
