"""Pass 8: known leaks of the library, told apart from the user's own."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from packaging.specifiers import SpecifierSet
from packaging.version import InvalidVersion, Version

from tensorleak.diagnose.case import Case
from tensorleak.model.diagnosis import Finding, KnownLeak, Verdict

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
    holder: str

    def explains(self, case: Case, found: Finding) -> bool:
        """Whether a finding is this leak: by its rule, by what holds the growth where that is part of it, by versions."""
        return found.rule in self.rules and (found.holder or "").startswith(self.holder) and self._applies(case)

    def _applies(self, case: Case) -> bool:
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
            tuple(row["rules"]),
            row.get("holder", ""),
        )
        for row in data["leak"]
    )


def apply(case: Case, findings: list[Finding]) -> list[Finding]:
    """Marks the findings that a known leak of the library in use explains."""
    return [_marked(case, found) for found in findings]


def _marked(case: Case, found: Finding) -> Finding:
    """The finding with its known leak; where what holds the growth is part of it, the way round is what to change."""
    entry = next((entry for entry in entries() if entry.explains(case, found)), None)
    if entry is None or found.verdict is not Verdict.LEAK:
        return found
    return replace(found, known_leak=entry.leak, remedy=entry.leak.way_round if entry.holder else found.remedy)
