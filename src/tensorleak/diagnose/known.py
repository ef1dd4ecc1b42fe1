"""Pass 8: known leaks of the library, told apart from the user's own."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from packaging.specifiers import SpecifierSet
from packaging.version import InvalidVersion, Version

from tensorleak.diagnose.case import Case
from tensorleak.model.diagnosis import Finding, KnownLeak, Location, Verdict
from tensorleak.model.owner import location_of

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@dataclass(frozen=True)
class Entry:
    """One known leak: the versions it applies to and what identifies it in a recording."""

    leak: KnownLeak
    tensorflow: SpecifierSet
    python: SpecifierSet
    rules: tuple[str, ...]
    births: tuple[str, ...]

    def applies(self, case: Case) -> bool:
        """Whether this program runs on the versions concerned."""
        environment = case.recording.environment
        if environment is None:
            return False
        try:
            running = Version(environment.tensorflow), Version(case.recording.header.python)
        except InvalidVersion:
            return False
        return self.tensorflow.contains(running[0], prereleases=True) and self.python.contains(
            running[1], prereleases=True
        )


@cache
def entries() -> tuple[Entry, ...]:
    """The catalogue, from known_leaks.toml."""
    data = tomllib.loads(files("tensorleak.rules").joinpath("known_leaks.toml").read_text(encoding="utf-8"))
    return tuple(
        Entry(
            KnownLeak(row["id"], row["title"], row["issue"], row["way_round"]),
            SpecifierSet(row.get("tensorflow", "")),
            SpecifierSet(row.get("python", "")),
            tuple(row.get("rules", ())),
            tuple(row.get("births", ())),
        )
        for row in data["leak"]
    )


def apply(case: Case, findings: list[Finding]) -> list[Finding]:
    """Marks the findings that a known leak of the library in use explains."""
    return [_marked(case, found) for found in findings]


def _marked(case: Case, found: Finding) -> Finding:
    for entry in entries():
        if not entry.applies(case) or found.rule not in entry.rules:
            continue
        if entry.births and not _made_often(case, entry.births):
            continue
        if found.rule == "TL803":
            place = _place(case, entry.births)
            where = f" at {place.file.rsplit('/', 1)[-1]}:{place.line}" if place else ""
            return replace(
                found,
                rule="TL802",
                name="known-library-leak",
                verdict=Verdict.LEAK,
                known_leak=entry.leak,
                location=place or found.location,
                summary=f"{entry.leak.title} ({entry.leak.issue}){where}",
                remedy=entry.leak.way_round,
            )
        return replace(found, known_leak=entry.leak)
    return found


def _made_often(case: Case, kinds: tuple[str, ...]) -> bool:
    return any(key[0] in kinds and points[-1][1][3] >= 5 for key, points in case.timeline.births.items())


def _place(case: Case, kinds: tuple[str, ...]) -> Location | None:
    rows = [(points[-1][1][3], key[1]) for key, points in case.timeline.births.items() if key[0] in kinds]
    return location_of(case.site(max(rows)[1])) if rows else None
