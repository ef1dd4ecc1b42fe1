"""Sifts what the engine says: each place once, only rules that are on, nothing that the source waves through."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from tensorleak.check.files import Scope
from tensorleak.check.finding import Severity, Span, StaticFinding, Step
from tensorleak.check.result import CheckReport
from tensorleak.check.settings import Settings
from tensorleak.check.source import Source, SourceError, absolute, is_notebook, read_source
from tensorleak.check.suppress import Suppressions, suppressions

SEVERITIES = (Severity.ERROR, Severity.WARNING, Severity.INFO)


@dataclass
class Sifter:
    """Sifts findings by the settings and by comments in the files they are in."""

    settings: Settings
    scope: Scope
    asked: frozenset[Path] = frozenset()
    sources: dict[str, Source] = field(default_factory=dict)
    comments: dict[str, Suppressions] = field(default_factory=dict)
    belongs: dict[str, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.asked = frozenset(absolute(path) for path in self.asked)

    def report(self, findings: Iterable[StaticFinding]) -> CheckReport:
        """The findings that are to be shown, in the order of the source, and the number of suppressed ones."""
        # Two files that import one helper both lead to its findings.
        gravest = sorted(findings, key=lambda found: SEVERITIES.index(found.severity), reverse=True)
        unique = {(found.file, found.span, found.rule): found for found in gravest}
        wanted = [found for found in unique.values() if self._wanted(found)]
        shown = [found for found in wanted if not self._suppressed(found)]
        placed = sorted((self._placed(found) for found in shown), key=order)
        used = {found.file for found in placed}
        return CheckReport(
            findings=tuple(placed),
            suppressed=len(wanted) - len(shown),
            sources={file: source for file, source in sorted(self.sources.items()) if file in used},
        )

    def _wanted(self, found: StaticFinding) -> bool:
        if found.rule not in self.settings.rules or not self._belongs(found.file):
            return False
        return not self.settings.ignores(Path(found.file), found.rule)

    def _belongs(self, file: str) -> bool:
        """Whether findings in a file count: it was asked for, or is a helper that nobody excluded."""
        if file not in self.belongs:
            path = absolute(Path(file))
            self.belongs[file] = path in self.asked or not self.scope.excludes(path)
        return self.belongs[file]

    def _suppressed(self, found: StaticFinding) -> bool:
        source = self._source(found.file)
        if source is None:
            return False
        if found.file not in self.comments:
            self.comments[found.file] = suppressions(source)
        return self.comments[found.file].hides(found)

    def _source(self, file: str) -> Source | None:
        if file not in self.sources:
            try:
                self.sources[file] = read_source(Path(file), file)
            except SourceError:
                return None
        return self.sources[file]

    def _placed(self, found: StaticFinding) -> StaticFinding:
        source = self._source(found.file)
        if source is not None and source.cells is not None:
            found = in_cell(found, source)
        return replace(found, chain=tuple(map(self._step_placed, found.chain)))

    def _step_placed(self, step: Step) -> Step:
        """A step in a notebook, with its line counted within the cell, wherever the finding itself is."""
        source = self._source(step.location.file) if is_notebook(Path(step.location.file)) else None
        if source is None:
            return step
        cell, line = source.place(step.location.line)
        return Step(replace(step.location, line=line), f"cell {cell}: {step.text}")


def order(found: StaticFinding) -> tuple[str, int, Span, str]:
    """The order of reports: file, cell, place, rule."""
    return found.file, found.cell or 0, found.span, found.rule


def in_cell(found: StaticFinding, source: Source) -> StaticFinding:
    """A finding in a notebook, with lines counted as the reader counts them: within the cell."""
    cell, line = source.place(found.span.line)
    end_line = line + found.span.end_line - found.span.line
    span = Span(line, found.span.column, end_line, found.span.end_column)
    return replace(found, cell=cell, span=span)
