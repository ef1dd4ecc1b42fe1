"""Small realistic programs per rule: those that leak are found on the marked line, the others are left alone.

A file of `cases/` belongs to the rule of its name. It holds programs, each below a line

    # --- leak: a name in words
    # --- silent: a name in words

In a program that leaks, the lines that may be blamed end with `# leak`. A line `# file: helper.py` begins another file
of the same program. `leak (missed)` and `silent (false alarm)` name what the check is known to get wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tensorleak.check.driver import Options, check
from tensorleak.check.finding import Severity, StaticFinding
from tensorleak.check.settings import Settings
from tensorleak.rules import catalogue

CASES = Path(__file__).parent / "cases"
HEAD = re.compile(r"# --- (leak|silent)( \((?:missed|false alarm)\))?: (.+)")
FILE = re.compile(r"# file: (\S+\.py)")
PREVIEW = frozenset(rule.id for rule in catalogue() if rule.preview)


@dataclass(frozen=True)
class Case:
    """One program: its files, and the lines that may be blamed."""

    rule: str
    name: str
    leaks: bool
    wrong: bool
    files: dict[str, str]

    @property
    def marked(self) -> set[tuple[str, int]]:
        return {
            (file, number)
            for file, text in self.files.items()
            for number, line in enumerate(text.splitlines(), 1)
            if line.endswith("# leak")
        }


def cases() -> Iterator[Case]:
    for path in sorted(CASES.glob("tl*.py")):
        yield from programs(path.stem.upper(), path.read_text(encoding="utf-8"))


def programs(rule: str, text: str) -> Iterator[Case]:
    heads = list(HEAD.finditer(text))
    for head, after in zip(heads, [*heads[1:], None], strict=True):
        body = text[head.end() : after.start() if after else len(text)]
        kind, wrong, name = head.groups()
        yield Case(rule, name.strip(), kind == "leak", bool(wrong), files_of(body))


def files_of(body: str) -> dict[str, str]:
    parts = FILE.split(body)
    files = {"main.py": parts[0].strip() + "\n"}
    for name, text in zip(parts[1::2], parts[2::2], strict=True):
        files[name] = text.strip() + "\n"
    return files


def parameter(case: Case) -> object:
    marks = pytest.mark.xfail(strict=True, raises=AssertionError) if case.wrong else ()
    kind = "leak" if case.leaks else "silent"
    return pytest.param(case, id=f"{case.rule}-{kind}-{case.name.replace(' ', '_')}", marks=marks)


def findings(case: Case, folder: Path) -> set[tuple[str, str, int]]:
    for name, text in case.files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    settings = Settings(base=folder, extend_select=(case.rule,), tests=True)
    report = check([folder], Options(settings, jobs=1))
    if report.problems:
        raise ValueError("; ".join(map(str, report.problems)))
    return {
        (found.rule, Path(found.file).relative_to(folder).as_posix(), found.span.line)
        for found in report.findings
        if found.rule == case.rule or not (found.rule in PREVIEW or is_plain_hint(found))
    }


def is_plain_hint(found: StaticFinding) -> bool:
    """Numbers that are kept cost little, and many programs of other rules keep some."""
    return found.rule == "TL901" and found.severity is Severity.INFO


@pytest.mark.parametrize("case", [parameter(case) for case in cases()])
def test_case(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parent)
    found = findings(case, tmp_path)
    if case.leaks:
        assert found, "nothing is found"
        assert found <= {(case.rule, *place) for place in case.marked}, "something else is found"
    else:
        assert not found, "there is nothing to find"


def test_every_program_is_marked_as_its_head_says() -> None:
    known = list(cases())
    assert all(bool(case.marked) == case.leaks for case in known)
    names = [(case.rule, case.leaks, case.name) for case in known]
    assert len(names) == len(set(names))
