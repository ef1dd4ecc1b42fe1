"""A leak that a run has shown says whether the source gave it away."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tensorleak_engine.model.diagnosis import Location
from tensorleak_engine.texts import OWN, Texts
from test_reports import DIAGNOSIS, FINDING

from tensorleak.foresight import with_foresight
from tensorleak.programs import programs


def shown(rule: str, line_of: str) -> tuple[str, ...]:
    program = next(p for p in programs() if p.name == line_of and p.leaking)
    name, line = min(program.blamed())
    place = Location(str(program.script.parent / name), line, "")
    finding = replace(FINDING, rule=rule, location=place)
    told = with_foresight(replace(DIAGNOSIS, program=str(program.script), findings=(finding,)), Texts(OWN))
    return told.findings[0].evidence


def test_what_the_source_gives_away_is_said() -> None:
    evidence = shown("TL101", "TL101/saliency_report")
    assert any("tensorleak check" in line and "attribution.py:11" in line for line in evidence)


def test_another_rule_is_not_foreseen() -> None:
    assert not any("tensorleak check" in line for line in shown("TL803", "TL101/saliency_report"))


def test_missing_source_is_no_fault() -> None:
    place = Location(str(Path("gone") / "train.py"), 3, "step")
    finding = replace(FINDING, location=place)
    diagnosis = replace(DIAGNOSIS, program="gone/train.py", findings=(finding,))
    assert with_foresight(diagnosis, Texts(OWN)) == diagnosis
