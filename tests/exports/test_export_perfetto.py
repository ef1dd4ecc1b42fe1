"""Perfetto's own trace processor reads our trace, and tells what is in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from export_recordings import FORGED_PID, QUERIES, STEPS

from tensorleak.report.subject import Subject


@pytest.fixture
def rows(browsed: dict[str, Any]) -> dict[str, list[list[Any]]]:
    assert not browsed["perfetto"]["refused"]
    return dict(zip(QUERIES, browsed["perfetto"]["answers"], strict=True))


def test_nothing_is_lost(rows: dict[str, Any]) -> None:
    assert rows["errors"] == []


def test_the_page_can_refuse(browsed: dict[str, Any]) -> None:
    assert browsed["broken perfetto"]["refused"]


def test_gauges_and_work_are_counters(rows: dict[str, Any], subject: Subject) -> None:
    pid = subject.recordings[0].header.pid
    counters = {row[0]: row for row in rows["counters"] if row[1] == pid}
    resident = [sample.g["process.rss"] for sample in subject.recordings[0].samples if "process.rss" in sample.g]
    assert counters["process.rss bytes"][2:] == [len(resident), max(resident)]
    assert counters["work.function_calls count"][3] == STEPS
    assert counters["function.traces count"][3] == STEPS


def test_looks_are_slices_and_births_are_marks(rows: dict[str, Any], subject: Subject) -> None:
    recording = subject.recordings[0]
    own = [row for row in rows["slices"] if row[3] == recording.header.pid]
    looks = [row for row in own if row[2] == "close looks"]
    spent = sum(row[1] for row in looks) / 1e9
    assert spent == pytest.approx(sum(look.seconds for look in recording.looks), abs=1e-3)
    assert {row[0] for row in looks} >= {"census", "close look: census"}
    made = [row for row in own if row[2] == "births" and row[0].endswith(" × variable")]
    assert sum(int(row[0].split(" ")[0]) for row in made) == STEPS
    assert ["args.function", "round_of"] in [row[1:] for row in rows["args"]]


def test_processes_are_told_apart(rows: dict[str, Any], subject: Subject) -> None:
    forged = [row for row in rows["counters"] if row[1] == FORGED_PID]
    assert forged
    assert any(row[3] == FORGED_PID and row[2] == "garbage collections" for row in rows["slices"])


def test_names_stay_names(browsed: dict[str, Any], exported: dict[str, Path]) -> None:
    assert browsed["perfetto"]["executed"] is False
    text = exported["perfetto"].read_text()
    assert not set("\r\x1b\x07\u202e") & set(text)
    json.loads(text)
