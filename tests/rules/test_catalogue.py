"""One file per rule, one id per rule, every page complete, every runtime rule proven by a program."""

from __future__ import annotations

from tensorleak.programs import programs
from tensorleak.rules import by_id, catalogue
from tensorleak.rules.base import HEADINGS


def test_ids_and_names_are_unique() -> None:
    rules = catalogue()
    assert len({rule.id for rule in rules}) == len({rule.name for rule in rules}) == len(rules) >= 38


def test_pages_have_the_fixed_headings() -> None:
    for rule in catalogue():
        found = [line[3:] for line in rule.documentation.splitlines() if line.startswith("## ")]
        assert tuple(found) == HEADINGS, rule.id


def test_every_runtime_rule_is_proven() -> None:
    proven = {program.rule for program in programs() if program.leaking}
    assert [rule.id for rule in catalogue() if rule.cause is not None and rule.id not in proven] == []


def test_lookup_by_id_and_name() -> None:
    assert by_id("tl101") is by_id("graph-ops-in-loop") is not None
    assert by_id("TL999") is None


def test_enough_programs() -> None:
    every = list(programs())
    leaking = [program for program in every if program.leaking]
    assert len(leaking) >= 40
    assert sum("tf1" in program.lanes for program in leaking) >= 12
    assert sum(program.form == "innocent" for program in every) >= 25
    claims = {row for program in every for row in program.claims}
    assert claims >= set(range(1, 19))


def test_leaking_programs_mark_the_line_to_blame() -> None:
    unmarked = [
        program.name
        for program in programs()
        if program.leaking and not program.blamed() and "unexplained" not in program.verdicts
    ]
    assert unmarked == []
