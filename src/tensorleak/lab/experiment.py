"""What the lab can run: each program with its leaking form and every remedy that is tried on it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tensorleak.errors import UsageError
from tensorleak.programs import Program, Remedy, programs

LEAKING, FIXED, INNOCENT = "leaking", "fixed", "innocent"
TWIN = "the repaired twin"
ROUNDS = re.compile(r"sys\.argv\[1\]\) if len\(sys\.argv\) > 1 else ([\d_]+)")


@dataclass(frozen=True)
class Form:
    """One script of an experiment; `expected` is the effect that its author saw, per lane."""

    name: str
    script: Path
    summary: str = ""
    folk: bool = False
    expected: dict[str, str] | None = None

    @property
    def rounds(self) -> int:
        """How many rounds the script makes when nobody tells it; 0 where it does not say."""
        found = ROUNDS.search(self.script.read_text(encoding="utf-8"))
        return int(found[1]) if found else 0

    @property
    def remedy(self) -> bool:
        """Whether it is held against the leaking form."""
        return self.name not in (LEAKING, INNOCENT)


@dataclass(frozen=True)
class Experiment:
    """A program and what is tried on it."""

    name: str
    rule: str | None
    summary: str
    unit: str
    lanes: tuple[str, ...]
    needs: str
    claims: tuple[int, ...]
    forms: tuple[Form, ...]

    @property
    def innocent(self) -> bool:
        """Whether it only looks guilty."""
        return self.rule is None


def experiments(selection: tuple[str, ...] = ()) -> list[Experiment]:
    """The experiments whose rule or name begins with one of the words; without any, all but the innocent ones that
    answer no claim of the documents."""
    grouped: dict[str, list[Program]] = {}
    for program in programs():
        grouped.setdefault(program.name, []).append(program)
    every = [_experiment(forms) for forms in grouped.values()]
    for word in selection:
        if not any(_matches(one, word) for one in every):
            raise UsageError(f"no program matches {word!r}: `tensorleak lab --list` names them all")
    if not selection:
        return [one for one in every if not one.innocent or one.claims]
    return [one for one in every if any(_matches(one, word) for word in selection)]


def _matches(experiment: Experiment, word: str) -> bool:
    """Words are compared from the start of the rule or of the program's own name."""
    own = experiment.name.split("/", 1)[1]
    return any(name.lower().startswith(word.lower()) for name in (experiment.name, own))


def _experiment(forms: list[Program]) -> Experiment:
    first = forms[0]
    return Experiment(
        name=first.name,
        rule=first.rule,
        summary=first.summary,
        unit=first.unit,
        lanes=first.lanes,
        needs=first.needs,
        claims=first.claims,
        forms=tuple(_scripts(forms)),
    )


def _scripts(forms: list[Program]) -> Iterator[Form]:
    for program in forms:
        yield Form(program.form, program.script, TWIN if program.form == FIXED else "")
    for remedy in forms[0].remedies:
        yield _remedy(remedy)


def _remedy(remedy: Remedy) -> Form:
    return Form(remedy.name, remedy.script, remedy.summary, remedy.folk, remedy.effects)
