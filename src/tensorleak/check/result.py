"""What a check found, in all: plain data that reports render."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tensorleak.check.finding import StaticFinding
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
    def exit_status(self) -> int:
        """1 for findings, whatever else happened; then 3 for a fault of Tensorleak, 2 for files it could not read."""
        if self.findings:
            return FOUND
        if any(problem.fault for problem in self.problems):
            return FAULT
        return PROBLEMS if self.problems else CLEAN
