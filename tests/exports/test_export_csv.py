"""CSV: a row per sample, readable by any reader and harmless in any spreadsheet."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from export_recordings import FORGED_PID, STEPS

from tensorleak.report.exports.csv import plain
from tensorleak.report.subject import Subject


@pytest.fixture
def rows(exported: dict[str, Path]) -> list[dict[str, str]]:
    with exported["csv"].open(newline="") as file:
        return list(csv.DictReader(file, strict=True))


def test_a_row_for_each_sample(rows: list[dict[str, str]], subject: Subject) -> None:
    assert len(rows) == sum(len(recording.samples) for recording in subject.recordings)
    assert all(None not in row and None not in row.values() for row in rows)


def test_the_reader_can_refuse() -> None:
    with pytest.raises(csv.Error):
        list(csv.reader(['1,"a"b\r\n'], strict=True))


def test_readings_hold_until_the_next_one(rows: list[dict[str, str]], subject: Subject) -> None:
    recording = subject.recordings[0]
    own = [row for row in rows if row["pid"] == str(recording.header.pid)]
    calls = [int(row["work.function_calls"] or 0) for row in own]
    assert calls == sorted(calls)
    assert calls[-1] == STEPS
    expected = next(sample.g["process.rss"] for sample in reversed(recording.samples) if "process.rss" in sample.g)
    assert own[-1]["process.rss"] == str(expected)
    assert [row["final"] for row in own] == ["0"] * (len(own) - 1) + ["1"]


def test_lines_end_as_the_standard_says(exported: dict[str, Path]) -> None:
    content = exported["csv"].read_bytes()
    assert content.endswith(b"\r\n")
    assert content.count(b"\n") == content.count(b"\r\n")


def test_no_cell_is_a_formula(rows: list[dict[str, str]]) -> None:
    cells = [*rows[0], *(value for row in rows for value in row.values())]
    texts = [cell for cell in cells if not cell.lstrip("-").replace(".", "").isdigit()]
    assert any("window.executed" in text for text in texts)
    assert not [text for text in texts if text.startswith(("=", "+", "-", "@", "\t", "\r"))]
    assert {row["program"][0] for row in rows if row["pid"] == str(FORGED_PID)} == {"'"}


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@x", " =1", "\t=1"])
def test_formulas_become_text(text: str) -> None:
    assert plain(text).startswith(("'", "�"))


def test_names_stay_as_they_are() -> None:
    assert plain("process.rss") == "process.rss"
