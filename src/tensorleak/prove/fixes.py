"""The static fixes of a project: what is on offer, which of it concerns the leaks that were seen, and where it goes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from tensorleak_engine.model.diagnosis import Finding

from tensorleak.check.finding import StaticFinding
from tensorleak.check.source import Source, absolute, read_source
from tensorleak.errors import UsageError
from tensorleak.fix import api
from tensorleak.fix.writing import write_text


@dataclass(frozen=True)
class Repair:
    """The change of one file, by its path from the root."""

    path: Path
    fix: api.FileFix

    @property
    def left_alone(self) -> tuple[tuple[StaticFinding, str], ...]:
        """The findings that stay, each with the reason."""
        refused = {id(found) for found, _ in self.fix.refused}
        shown = [
            (found, f"only shown: {rewrite.reason}") for found, rewrite in self.fix.shown if id(found) not in refused
        ]
        return (*self.fix.refused, *shown)

    @property
    def diff(self) -> str:
        """The change as a unified diff."""
        return api.diff(self.fix)


@dataclass(frozen=True)
class Offer:
    """All findings of a project that have a fix."""

    root: Path
    findings: tuple[StaticFinding, ...]
    sources: Mapping[str, Source]
    without_fix: int = 0

    def file(self, found: StaticFinding) -> Path:
        """Where a finding is, from the root."""
        return _inside(self.sources[found.file].path, self.root)


def offer(root: Path, script: Path | None) -> Offer:
    """What the static check would repair; known and baselined leaks count, too."""
    from tensorleak.check import driver, settings

    paths = [root, *([script] if script else [])]
    report = driver.check(paths, driver.Options(settings.load(paths), baseline=False))
    fixable = [found for found in report.findings if found.fix and found.file in report.sources]
    inside = [found for found in fixable if absolute(report.sources[found.file].path).is_relative_to(root)]
    return Offer(root, tuple(inside), report.sources, len(report.findings) - len(inside))


def plan(given: Offer, chosen: Sequence[StaticFinding], unsafe: bool) -> tuple[Repair, ...]:
    """The changes that repair these findings; files that stay as they are come along for their refusals."""
    fixes = api.plan(chosen, given.sources, unsafe)
    return tuple(Repair(_inside(fix.path, given.root), fix) for fix in fixes)


def choose(
    given: Offer, leaks: Iterable[Finding], loaded: frozenset[Path], whole: bool = False
) -> tuple[StaticFinding, ...]:
    """The findings to repair: those of the leaks that were seen, in files that ran; a fix that never ran is not proven."""
    ran = [found for found in given.findings if given.file(found) in loaded]
    if whole:
        return tuple(ran)
    chosen = [found for leak in leaks for found in _concerned(given, leak, ran)]
    return tuple(found for found in ran if found in chosen)


def _concerned(given: Offer, leak: Finding, ran: list[StaticFinding]) -> list[StaticFinding]:
    """The same leak and rule in the same file, else all of that file, else the rule; without a place, all that ran."""
    places = {PurePath(place.file) for place in (leak.location, *leak.also) if place}
    here = [found for found in ran if given.root / given.file(found) in places]
    same_rule = [found for found in here if found.rule == leak.rule]
    exact = [found for found in ran if found.fingerprint == leak.fingerprint]
    rule_anywhere = [found for found in ran if found.rule == leak.rule]
    sure = exact + [found for found in same_rule if found not in exact]
    return sure or here or rule_anywhere or ([] if places else ran)


def loaded_files(copy: Path, script: Path | None) -> frozenset[Path]:
    """The source files that a run in a fresh copy has loaded: the compiled ones, and the script itself."""
    files = {script} if script else set()
    for compiled in copy.rglob("__pycache__/*.pyc"):
        source = compiled.parent.parent / f"{compiled.name.split('.')[0]}.py"
        if source.exists():
            files.add(source.relative_to(copy))
    return frozenset(files)


def put(repairs: Iterable[Repair], copy: Path) -> None:
    """Writes the changes into a copy of the project."""
    for repair in repairs:
        target = copy / repair.path
        if not target.resolve().is_relative_to(copy.resolve()):
            raise UsageError(
                f"{repair.fix.display} lies outside the project {copy.name!r}: name its folder with --root"
            )
        write_text(target, repair.fix.before, repair.fix.after)


def apply(repairs: Sequence[Repair]) -> None:
    """Writes the changes into the user's tree: all of them, or none when a file has changed meanwhile."""
    for repair in repairs:
        if read_source(repair.fix.path).text != repair.fix.before:
            raise UsageError(
                f"{repair.fix.display} has changed since the proof began: nothing was applied, prove it again"
            )
    for repair in repairs:
        api.write(repair.fix)


def import_roots(files: Iterable[Path], root: Path) -> tuple[Path, ...]:
    """The folders from which the packages of these files are imported, so that an installed original does not win."""
    found = []
    for file in files:
        folder = (root / file).parent
        if (folder / "__init__.py").exists():
            while (folder / "__init__.py").exists() and folder != root:
                folder = folder.parent
            found.append(folder.relative_to(root))
    return tuple(dict.fromkeys(found))


def _inside(path: Path, root: Path) -> Path:
    return absolute(path).relative_to(root)
