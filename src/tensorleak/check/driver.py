"""Drives a check: finds the files, skips what cannot matter, asks the engine (or the cache), and sifts what it says."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tensorleak.check import baseline
from tensorleak.check.cache import Cache, digest
from tensorleak.check.callers import uncalled_as_hints
from tensorleak.check.files import Found, Scope, find_files
from tensorleak.check.finding import StaticFinding
from tensorleak.check.problem import Problem
from tensorleak.check.project import MAX_HOPS_IN_LOOP
from tensorleak.check.result import CheckReport
from tensorleak.check.settings import Settings
from tensorleak.check.sift import Sifter
from tensorleak.check.source import SourceError, absolute, mentions_tensorflow, read_raw, shown
from tensorleak.check.work import examine_files


@dataclass(frozen=True)
class Options:
    """How to check: the settings, what of the machine to use, and whether a baseline hides what is known."""

    settings: Settings
    force_exclude: bool = False
    jobs: int = 0  # 0: one for each core
    cache: Path | None = None
    baseline: bool = True

    @property
    def scope(self) -> Scope:
        """What belongs to the check."""
        return self.settings.scope(self.force_exclude)


@dataclass
class Triage:
    """The files of a check by what is to be done with them."""

    uses: list[Path] = field(default_factory=list)
    skipped: int = 0
    problems: list[Problem] = field(default_factory=list)
    digests: dict[Path, str] = field(default_factory=dict)


def check(paths: Sequence[Path], options: Options) -> CheckReport:
    """Checks files and folders; whatever happens to one file, the others are checked."""
    found = find_files(paths, options.scope)
    triage = sort_out(found)
    findings, problems = examine(triage, project_roots(paths, options.settings), options)
    findings = uncalled_as_hints(findings, found.files)
    sifter = Sifter(options.settings, options.scope, frozenset(found.files))
    report = replace(
        sifter.report(findings),
        problems=tuple(sorted({*found.problems, *triage.problems, *problems}, key=str)),
        files_checked=len(triage.uses) - len({problem.file for problem in problems if problem.cell is None}),
        files_skipped=triage.skipped,
    )
    return without_known(report, options.settings.baseline) if options.baseline else report


def without_known(report: CheckReport, file: Path | None) -> CheckReport:
    """The report without what a baseline holds."""
    if file is None:
        return report
    new, known = baseline.hide(report.findings, report.sources, file)
    return replace(report, findings=tuple(new), baselined=known)


def sort_out(found: Found) -> Triage:
    """Reads each file once, as bytes: most files of most trees never mention TensorFlow and cost no more than that."""
    triage = Triage()
    others: list[tuple[Path, bytes]] = []
    for path in found.files:
        try:
            raw = read_raw(path)
        except SourceError as error:
            triage.problems.append(Problem(shown(path), str(error)))
            continue
        if mentions_tensorflow(raw):
            triage.uses.append(path)
            triage.digests[path] = digest(raw)
        else:
            others.append((path, raw))
    add_importers(triage, others)
    return triage


def add_importers(triage: Triage, others: list[tuple[Path, bytes]]) -> None:
    """A script that mentions no TensorFlow may still drive a module that does: its loop is where that one's leak begins.

    So do the importers of importers, as far as calls are followed from module to module.
    """
    fresh = list(triage.uses)
    for _ in range(MAX_HOPS_IN_LOOP):
        imports = imports_of(fresh)
        fresh = [path for path, raw in others if imports is not None and imports.search(raw)]
        triage.uses += fresh
        triage.digests.update((path, digest(raw)) for path, raw in others if path in set(fresh))
        others = [(path, raw) for path, raw in others if path not in set(fresh)]
        if not fresh:
            break
    triage.skipped += len(others)
    triage.uses.sort()


def imports_of(paths: Sequence[Path]) -> re.Pattern[bytes] | None:
    """A pattern for lines that import one of these modules; None where there is none."""
    modules = {path.parent.name if path.stem == "__init__" else path.stem for path in paths if path.suffix == ".py"}
    names = b"|".join(sorted(re.escape(name.encode(errors="replace")) for name in modules if name.isidentifier()))
    return re.compile(rb"^[ \t]*(?:from|import)\b[^\n]*\b(?:" + names + rb")\b", re.MULTILINE) if names else None


def project_roots(paths: Sequence[Path], settings: Settings) -> tuple[Path, ...]:
    """Where imports of the project may start: the settings' folder, and each folder that was named."""
    named = [absolute(path) if path.is_dir() else absolute(path).parent for path in paths]
    return tuple(dict.fromkeys([settings.base, *named]))


def examine(triage: Triage, roots: tuple[Path, ...], options: Options) -> tuple[list[StaticFinding], list[Problem]]:
    """The engine's findings for the files that use TensorFlow, from the cache where nothing has changed."""
    cache = Cache(options.cache, roots) if options.cache is not None else None
    findings: list[StaticFinding] = []
    missed = []
    for path in triage.uses:
        known = None
        if cache is not None:
            cache.note(path, triage.digests[path])
            known = cache.get(path)
        findings += known or ()
        if known is None:
            missed.append(path)
    problems: list[Problem] = []
    for outcome in examine_files(missed, roots, options.jobs or os.cpu_count() or 1):
        findings += outcome.findings
        problems += outcome.problems
        if cache is not None and not outcome.problems:
            cache.put(outcome.path, outcome.findings, outcome.read)
    if cache is not None:
        cache.save()
    return findings, problems
