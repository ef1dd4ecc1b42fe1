"""What the static check says: one place in the source that will grow, how it comes to repeat, and what to change."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tensorleak_engine.model.diagnosis import Finding, Location, Rate, Verdict, fingerprint


class Severity(str, Enum):
    """What a finding may cost: growth that matters, and hints at growth that hardly does."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    def __str__(self) -> str:
        return self.value


CONFIDENCE = {Severity.ERROR: 0.95, Severity.WARNING: 0.8, Severity.INFO: 0.5}


@dataclass(frozen=True, order=True)
class Span:
    """A stretch of source: lines from 1, columns from 1, in characters; the end column is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True)
class Step:
    """One step of the chain that makes the place repeat: a loop, a call, a handler."""

    location: Location
    text: str


@dataclass(frozen=True)
class StaticFinding:
    """One suspect line. `subject` is what it concerns: the container, the traced function, the model."""

    rule: str
    name: str
    summary: str
    file: str
    span: Span
    function: str
    subject: str
    severity: Severity
    remedy: str
    chain: tuple[Step, ...] = ()
    fix: str | None = None  # the rewriter in `tensorleak.fix` that may repair it
    cell: int | None = None  # of a notebook, from 1; the span then counts within the cell
    each: float = 0.0  # bytes that one round may leave behind, roughly
    entry: str = ""  # `file:function` in which the way to it begins, where that file does not call the function

    @property
    def location(self) -> Location:
        """Where it is, as the diagnosis of a run would say it."""
        return Location(self.file, self.span.line, self.function)

    @property
    def fingerprint(self) -> str:
        """The same id that a run would give the same leak."""
        return fingerprint(self.rule, self.location, self.subject)

    def as_finding(self) -> Finding:
        """In the shape that all findings share; what only a run can measure is left at zero."""
        return Finding(
            rule=self.rule,
            name=self.name,
            verdict=Verdict.GROWING,
            summary=self.summary,
            location=self.location,
            holder=None,
            rate=Rate(self.each, 0.0, "round"),
            confidence=CONFIDENCE[self.severity],
            remedy=self.remedy,
            evidence=tuple(f"{step.location}: {step.text}" for step in self.chain),
            subject=self.subject,
        )
