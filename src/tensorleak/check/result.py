"""What a check found, in all: plain data that reports render."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tensorleak.check.finding import Severity, StaticFinding
from tensorleak.check.problem import Problem
from tensorleak.check.source import Source

CLEAN, FOUND, PROBLEMS, FAULT = 0, 1, 2, 3


@dataclass(frozen=True)
class CheckReport:
    """The findings and problems of one check, with counts; `sources` holds the text of each file with a finding."""

    findings: tuple[StaticFinding, ...] = ()
    problems: tuple[Problem, ...] = ()
    files_checked: int = 0
    files_skipped: int = 0
    suppressed: int = 0
    baselined: int = 0
    sources: Mapping[str, Source] = field(default_factory=dict)

    @property
    def hints(self) -> int:
        """How many findings are hints: growth that costs little, or code that nobody calls."""
        return sum(found.severity is Severity.INFO for found in self.findings)

    def without_hints(self) -> CheckReport:
        """The report without the hints among its findings."""
        return replace(self, findings=tuple(item for item in self.findings if item.severity is not Severity.INFO))

    @property
    def exit_status(self) -> int:
        """1 for findings that are more than hints, whatever else happened; then 3 for a fault of Tensorleak, 2 for files it could not read."""
        if any(found.severity is not Severity.INFO for found in self.findings):
            return FOUND
        if any(problem.fault for problem in self.problems):
            return FAULT
        return PROBLEMS if self.problems else CLEAN
