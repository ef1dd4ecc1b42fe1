"""The programs: executable truth. Leaking programs, repaired twins, further remedies, and innocent ones that look guilty."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from packaging.version import Version

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HERE = Path(__file__).parent
MARKER = "# LEAK"


@dataclass(frozen=True)
class Remedy:
    """One way in which people try to stop a leak, sound or folklore, and what it does on each lane."""

    name: str
    script: Path
    summary: str
    folk: bool
    effects: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Program:
    """One script to run, and what must come out."""

    name: str
    form: str
    script: Path
    lanes: tuple[str, ...]
    rule: str | None
    verdicts: tuple[str, ...]
    style: str
    claims: tuple[int, ...]
    summary: str
    unit: str = "round"
    needs: str = ""
    unseen: str = ""  # why the check cannot tell this leak from the source
    remedies: tuple[Remedy, ...] = ()
    also: tuple[str, ...] = ()  # further rules that its author accepted before anybody had run it ...
    also_lines: tuple[int, ...] = ()  # ... and further lines of the script
    leaks_from: str = ""  # the first TensorFlow version, as 2.10, on which the leaking form was measured to grow
    leaks_up_to: str = ""  # the last one; both are empty where it grew on every version that was tried

    def leaks_on(self, tensorflow: str) -> bool:
        """Whether the leaking form grows on a version, as far as it was measured."""
        version = Version(tensorflow)
        first, last = self.leaks_from or "0", self.leaks_up_to or "9999"
        return Version(first) <= version and version.release[:2] <= Version(last).release

    @property
    def versioned(self) -> bool:
        """Whether it is innocent on some versions only: the check, which knows no version, may well report it."""
        return self.form == "innocent" and bool(self.needs)

    @property
    def leaking(self) -> bool:
        """Whether it is meant to leak."""
        return self.form == "leaking"

    def is_told_by(self, rule: str) -> bool:
        """Whether a finding of this rule is right."""
        return rule == self.rule or rule in self.also

    def blamed(self) -> set[tuple[str, int]]:
        """(file, line) of the lines to blame, by their marker, and of those that are as right."""
        found = {(self.script.name, line) for line in self.also_lines}
        for file in self.script.parent.glob("*.py"):
            if file.name != "fixed.py":
                for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                    if line.rstrip().endswith(MARKER):
                        found.add((file.name, number))
        return found


def programs(folder: Path = HERE) -> Iterator[Program]:
    """All programs of a folder, each form apart."""
    for description in sorted(folder.glob("*/*/program.toml")):
        yield from _forms(description)


def _forms(description: Path) -> Iterator[Program]:
    data = tomllib.loads(description.read_text(encoding="utf-8"))
    folder = description.parent
    name = f"{folder.parent.name}/{folder.name}"
    common = {
        "lanes": tuple(data["lanes"]),
        "style": data.get("style", ""),
        "claims": tuple(data.get("claims", ())),
        "summary": data["summary"],
        "needs": data.get("needs", ""),
        "unseen": data.get("unseen", ""),
        "also": tuple(data.get("also", ())),
        "also_lines": tuple(data.get("also_lines", ())),
        "leaks_from": data.get("leaks_from", ""),
        "leaks_up_to": data.get("leaks_up_to", ""),
        "unit": next(iter(data.get("measured", {}).values()), {}).get("unit", "round"),
    }
    if (folder / "innocent.py").exists():
        yield Program(name, "innocent", folder / "innocent.py", rule=None, verdicts=tuple(data["verdicts"]), **common)
        return
    yield Program(
        name,
        "leaking",
        folder / "leaking.py",
        rule=data["rule"],
        verdicts=(data.get("verdict", "leak"),),
        remedies=tuple(_remedies(folder, data)),
        **common,
    )
    yield Program(
        name,
        "fixed",
        folder / "fixed.py",
        rule=data["rule"],
        verdicts=tuple(data.get("twin", ("steady",))),
        **common,
    )


def _remedies(folder: Path, data: dict[str, Any]) -> Iterator[Remedy]:
    """The remedies beside the twin; one effect may stand for all lanes."""
    for name, told in data.get("remedies", {}).items():
        effect = told["effect"]
        effects = effect if isinstance(effect, dict) else dict.fromkeys(data["lanes"], effect)
        yield Remedy(name, folder / "remedies" / f"{name}.py", told["summary"], bool(told.get("folk")), effects)
