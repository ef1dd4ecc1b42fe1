"""Checks the text in an editor: what is on the screen counts, not what was saved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from tensorleak.check.driver import project_roots
from tensorleak.check.finding import StaticFinding
from tensorleak.check.notebook import join_code
from tensorleak.check.settings import load
from tensorleak.check.sift import Sifter
from tensorleak.check.source import Source, mentions_tensorflow, shown
from tensorleak.check.suppress import suppressions
from tensorleak.check.work import examine_source, undisturbed

if TYPE_CHECKING:
    from tensorleak.check.project import Project


@dataclass(frozen=True)
class Buffer:
    """The findings of one text, and the text they are about."""

    source: Source
    findings: tuple[StaticFinding, ...] = ()


def check_buffer(path: Path, text: str) -> Buffer:
    """The findings in one text, by the settings that apply to its file; a file that is left out has none."""
    source = Source(path, shown(path), text)
    return Buffer(source, findings_of(source))


def check_cells(path: Path, code: Mapping[int, str]) -> dict[int, Buffer]:
    """The findings in the code cells of a notebook, by their numbers; the cells are one program."""
    whole = Source(path, shown(path), *join_code(code))
    found = findings_of(whole)
    return {
        number: Buffer(Source(path, whole.display, text, ()), tuple(one for one in found if one.cell == number))
        for number, text in code.items()
    }


def findings_of(source: Source) -> tuple[StaticFinding, ...]:
    """What a check of this source alone would report."""
    path, settings = source.path, load([source.path])
    if settings.scope().excludes(path) or not mentions_tensorflow(source.text.encode(errors="replace")):
        return ()
    from tensorleak.check.project import Project

    with undisturbed():
        outcome = examine_source(source, Project(project_roots([path], settings)))
    sifter = Sifter(settings, settings.scope(), frozenset([path]), {source.display: source})
    report = sifter.report(outcome.findings)
    return tuple(found for found in report.findings if found.file == source.display)


def project_of(path: Path, read: Callable[[Path], Source]) -> Project:
    """The project that a file belongs to, with its sources read by `read`."""
    from tensorleak.check.project import Project

    return Project(project_roots([path], load([path])), read)


def with_ignore(source: Source, found: StaticFinding) -> str | None:
    """The last line of a finding with a comment that waves it through; None where no comment can stand."""
    line = source.line(found.span.end_line).rstrip()
    new = f"{line}  # tensorleak: ignore[{found.rule}]"
    lines = list(source.lines)
    lines[found.span.end_line - 1] = new
    changed = replace(source, text="\n".join(lines))
    return new if suppressions(changed).hides(found) else None
