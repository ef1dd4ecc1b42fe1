"""The same rule, line, holder and fingerprint at every door; `tools/doors.py` puts all programs through."""

from __future__ import annotations

from pathlib import Path

import pytest
from doors import DOORS, Subject, subjects

FEW = [
    ("eval_state_tree", "tf2"),  # kept tensors, two levels below a name
    ("annealed_sampling", "tf2"),  # traced anew
    ("worker_sessions", "tf1"),
    ("calm_bounded_frames", "tf2"),
]


def test_there_are_programs() -> None:
    found = list(subjects())
    assert len([one for one in found if one.rule]) >= 40 and len([one for one in found if not one.rule]) >= 12
    assert all(bool(one.line) == bool(one.rule) for one in found)


@pytest.mark.parametrize(("name", "lane_name"), FEW)
def test_the_doors_say_the_same(name: str, lane_name: str, tf1: Path, tf2: Path, tmp_path: Path) -> None:
    subject = Subject(name)
    python = tf1 if lane_name == "tf1" else tf2
    answers = {}
    for door, ask in DOORS.items():
        folder = tmp_path / door
        folder.mkdir()
        answers[door] = ask(subject, python, folder)
    if not subject.rule:
        assert not [said for said in answers.values() if said.verdict in ("leak", "unexplained")], answers
        return
    assert len(set(answers.values())) == 1, answers
    assert (answers["run"].rule, answers["run"].line) == (subject.rule, subject.line)
