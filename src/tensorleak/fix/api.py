"""Plans the fixes of a set of findings, file by file, shows them as a diff and writes them."""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from tensorleak.check.finding import StaticFinding
from tensorleak.fix.lines import LineMap
from tensorleak.fix.outcome import Refusal, Rewrite, Safety
from tensorleak.fix.writing import FixError, write_text

__all__ = ["FileFix", "FixError", "Refusal", "Rewrite", "Safety", "diff", "plan", "preview", "suggestion", "write"]

NOTEBOOK = "notebooks are not rewritten: make the change in the cell"
OVERLAP = "another fix changes the same lines: apply that one and check again"
WITHOUT_LEAVE = "the fix may change what the program does: allow it with --unsafe-fixes"


class Source(Protocol):
    """What is needed of a checked file: its place and text; `cells` is None unless it is a notebook."""

    @property
    def path(self) -> Path:
        """Where the file is."""

    @property
    def display(self) -> str:
        """The path as people see it."""

    @property
    def text(self) -> str:
        """The decoded text, with its line ends as they are in the file."""

    @property
    def cells(self) -> object | None:
        """The map of a notebook."""


@dataclass(frozen=True)
class FileFix:
    """All that would happen to one file: which findings are repaired, refused with a reason, or only shown."""

    path: Path
    display: str
    before: str
    after: str
    applied: tuple[StaticFinding, ...] = ()
    refused: tuple[tuple[StaticFinding, str], ...] = ()
    shown: tuple[tuple[StaticFinding, Rewrite], ...] = ()

    @property
    def changes(self) -> bool:
        """Whether there is anything to write."""
        return self.before != self.after


def plan(findings: Iterable[StaticFinding], sources: Mapping[str, Source], unsafe: bool) -> list[FileFix]:
    """The fixes of all files that have findings with one; without `unsafe`, only what keeps the meaning is applied."""
    by_file: dict[str, list[StaticFinding]] = defaultdict(list)
    for finding in findings:
        if finding.fix and finding.file in sources:
            by_file[finding.file].append(finding)
    return [_plan_file(sources[file], found, unsafe) for file, found in sorted(by_file.items())]


def preview(finding: StaticFinding, source: Source) -> Rewrite | None:
    """The fix of one finding alone, as an editor offers it; None where it would be refused."""
    if finding.fix is None or source.cells is not None:
        return None
    outcome = _attempt(source.text, finding)
    if not isinstance(outcome, Rewrite) or _objection(finding, source, source.text, outcome):
        return None
    return outcome


def diff(fix: FileFix) -> str:
    """The change of one file as a unified diff; empty when there is none."""
    return _unified(fix.before, fix.after, fix.display)


def suggestion(finding: StaticFinding, source: Source) -> str:
    """What the fix of one finding alone would change, as a unified diff; empty where there is none."""
    rewrite = preview(finding, source)
    return _unified(source.text, rewrite.text, source.display) if rewrite is not None else ""


def write(fix: FileFix) -> None:
    """Writes one file beside itself and moves it into place; raises `FixError` when the file changed meanwhile."""
    write_text(fix.path, fix.before, fix.after)


@dataclass
class _Draft:
    """One file while its fixes are applied, one after the other, top-down."""

    source: Source
    unsafe: bool
    text: str = ""
    applied: list[StaticFinding] = field(default_factory=list)
    refused: list[tuple[StaticFinding, str]] = field(default_factory=list)
    shown: list[tuple[StaticFinding, Rewrite]] = field(default_factory=list)
    maps: list[tuple[LineMap, StaticFinding]] = field(default_factory=list)

    def take(self, finding: StaticFinding) -> None:
        """Applies, shows or refuses one finding, where it is by now."""
        moved, swallowed_by = self._relocate(finding)
        if swallowed_by is not None:
            self._swallow(finding, swallowed_by)
            return
        outcome = _attempt(self.text, moved)
        objection = _objection(moved, self.source, self.text, outcome) if isinstance(outcome, Rewrite) else None
        if isinstance(outcome, Refusal):
            self.refused.append((finding, outcome.reason))
        elif objection is not None:
            self.refused.append((finding, objection))
        elif outcome.safety is Safety.SHOWN:
            self.shown.append((finding, outcome))
        elif outcome.safety is Safety.UNSAFE and not self.unsafe:
            self.shown.append((finding, outcome))
            self.refused.append((finding, WITHOUT_LEAVE))
        else:
            self._apply(finding, outcome)

    def _relocate(self, finding: StaticFinding) -> tuple[StaticFinding, StaticFinding | None]:
        for line_map, culprit in self.maps:
            moved = line_map.moved(finding)
            if moved is None:
                return finding, culprit
            finding = moved
        return finding, None

    def _swallow(self, finding: StaticFinding, culprit: StaticFinding) -> None:
        # The other lines of one pattern (each op of a block that was hoisted as a whole) are repaired with the first.
        if finding.fix == culprit.fix:
            self.applied.append(finding)
        else:
            self.refused.append((finding, OVERLAP))

    def _apply(self, finding: StaticFinding, outcome: Rewrite) -> None:
        self.maps.append((LineMap(self.text, outcome.text), finding))
        self.text = outcome.text
        self.applied.append(finding)


def _plan_file(source: Source, findings: list[StaticFinding], unsafe: bool) -> FileFix:
    draft = _Draft(source, unsafe, source.text)
    for finding in sorted(findings, key=lambda one: one.span):
        if source.cells is not None:
            draft.refused.append((finding, NOTEBOOK))
        else:
            draft.take(finding)
    return FileFix(
        source.path,
        source.display,
        source.text,
        draft.text,
        tuple(draft.applied),
        tuple(draft.refused),
        tuple(draft.shown),
    )


def _attempt(text: str, finding: StaticFinding) -> Rewrite | Refusal:
    # LibCST takes a quarter of a second to import: only a file that has a fix pays for it.
    from tensorleak.fix.attempt import attempt

    return attempt(text, finding)


def _objection(finding: StaticFinding, source: Source, before: str, outcome: Rewrite) -> str | None:
    from tensorleak.check.source import Source as File
    from tensorleak.fix.confirm import objection

    return objection(finding, File(source.path, source.display, source.text), before, outcome)


def _unified(before: str, after: str, display: str) -> str:
    lines = difflib.unified_diff(
        before.splitlines(keepends=True), after.splitlines(keepends=True), f"a/{display}", f"b/{display}"
    )
    return "".join(_with_line_ends(lines))


def _with_line_ends(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield line if line.endswith(("\n", "\r")) else f"{line}\n\\ No newline at end of file\n"
