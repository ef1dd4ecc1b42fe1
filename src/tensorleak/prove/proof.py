"""The proof and its parts: plain data that reports render and nobody changes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from tensorleak.compare.work import WorkComparison
from tensorleak.prove.fixes import Repair
from tensorleak.prove.gauges import GaugeChange
from tensorleak.prove.output import OutputComparison
from tensorleak.prove.pairs import Pair
from tensorleak.prove.trial import Trial


class ProofVerdict(str, Enum):
    """The words of a proof."""

    PROVEN = "proven"
    IMPROVED = "improved"
    UNCHANGED = "unchanged"
    WORSE = "worse"
    NEW_LEAK = "new leak"
    NOTHING = "nothing to prove"
    NOT_COMPARABLE = "not comparable"

    def __str__(self) -> str:
        return self.value


class Mode(str, Enum):
    """Where the two sides come from."""

    FIXES = "fixes"
    COMMANDS = "commands"
    REVISIONS = "revisions"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Comparison:
    """Two runs side by side."""

    before: Trial
    after: Trial
    pairs: tuple[Pair, ...]
    gauges: tuple[GaugeChange, ...]
    output: OutputComparison
    work: WorkComparison


@dataclass(frozen=True)
class Proof:
    """What two runs prove; `before` alone where the second was not worth running."""

    verdict: ProofVerdict
    sentence: str
    mode: Mode
    before: Trial | None = None
    comparison: Comparison | None = None
    repairs: tuple[Repair, ...] = ()
    notes: tuple[str, ...] = ()
    kept: Path | None = None
    applied: bool = False

    @property
    def proven(self) -> bool:
        """Whether the growth is gone and nothing else changed."""
        return self.verdict is ProofVerdict.PROVEN

    @property
    def changing(self) -> tuple[Repair, ...]:
        """The repairs that change a file."""
        return tuple(repair for repair in self.repairs if repair.fix.changes)
