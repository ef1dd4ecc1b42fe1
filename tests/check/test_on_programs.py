"""The check on the programs that ship: leaks are found at the marked line, twins and innocents are left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tensorleak.check.engine import examine
from tensorleak.check.project import Project
from tensorleak.check.source import read_source
from tensorleak.programs import Program, programs
from tensorleak.rules import catalogue

STABLE = {rule.id for rule in catalogue() if rule.check is not None and not rule.preview}


def found(program: Program) -> set[tuple[str, str, int]]:
    examination = examine(read_source(program.script), Project([program.script.parent]))
    return {(item.rule, Path(item.file).name, item.span.line) for item in examination.findings if item.rule in STABLE}


@pytest.mark.parametrize("program", [p for p in programs() if p.leaking and p.rule in STABLE], ids=lambda p: p.name)
def test_leak_is_found_at_its_line(program: Program) -> None:
    assert {(program.rule, *place) for place in program.blamed()} & found(program)


@pytest.mark.parametrize("program", [p for p in programs() if not p.leaking], ids=lambda p: f"{p.name}-{p.form}")
def test_twins_and_innocents_are_left_alone(program: Program) -> None:
    assert not found(program)
