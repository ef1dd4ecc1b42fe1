"""The check on the programs that ship: leaks are found at the marked line, twins and innocents are left alone."""

from __future__ import annotations

import ast
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


def warned(program: Program) -> set[tuple[str, str, int]]:
    """What is told of a program beyond hints at numbers that it keeps."""
    return {said for said in found(program) if said[0] != "TL901"}


LEAKING = [program for program in programs() if program.leaking and program.rule in STABLE]


@pytest.mark.parametrize("program", [p for p in LEAKING if not p.unseen], ids=lambda p: p.name)
def test_leak_is_found_at_its_line(program: Program) -> None:
    assert {(program.rule, *place) for place in program.blamed()} & found(program)


@pytest.mark.parametrize("program", [p for p in LEAKING if p.unseen], ids=lambda p: p.name)
def test_what_the_source_does_not_show_is_left_to_the_run(program: Program) -> None:
    assert not warned(program)


CALM = [program for program in programs() if not program.leaking and not program.versioned]


@pytest.mark.parametrize("program", CALM, ids=lambda p: f"{p.name}-{p.form}")
def test_twins_and_innocents_are_left_alone(program: Program) -> None:
    assert not warned(program)


def test_trees_that_other_libraries_tied_together_are_read_once() -> None:
    """`executing`, which comes with IPython, gives each node a parent; some nodes are shared by all trees of a process."""
    leaking = next(program for program in programs() if program.leaking and program.rule == "TL101")
    before = found(leaking)
    tree = ast.parse("x = y")
    shared = tree.body[0].value.ctx  # type: ignore[attr-defined]
    shared.parent = tree
    try:
        assert shared is ast.parse("z").body[0].value.ctx  # type: ignore[attr-defined]
        assert found(leaking) == before
    finally:
        del shared.parent
