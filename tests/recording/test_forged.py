"""Numbers that no program can reach make a broken line, not a fault of ours."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tensorleak_engine import diagnose

from tensorleak.documents import diagnosis as document
from tensorleak.recording import load
from tensorleak.report import markdown

HEADER = {
    "k": "header",
    "format": "tensorleak.recording/1",
    "id": "a",
    "pid": 1,
    "time": 0.0,
    "probe": "0.1.0",
    "python": "3.11.7",
    "platform": "Linux",
    "program": "p.py",
}


def recording(folder: Path, odd: str) -> Path:
    """A steady run with one sample that claims something odd."""
    samples = [
        {"k": "sample", "t": step / 10, "g": {"process.rss": 10**8}, "w": {"session_runs": step}} for step in range(60)
    ]
    lines = [json.dumps(record) for record in (HEADER, *samples)]
    lines[40] = lines[40].replace("100000000", odd)
    target = folder / "run.jsonl"
    target.write_text("\n".join(lines) + "\n")
    return target


@pytest.mark.parametrize("odd", ["1e308", "-1e308", "1e400", "99999999999999999999", "9007199254740993"])
def test_impossible_numbers_are_broken_lines(odd: str, tmp_path: Path) -> None:
    read = load(recording(tmp_path, odd))
    assert (len(read.samples), read.broken) == (59, 1)


@pytest.mark.parametrize("odd", ["9007199254740992", "0", "-5", "1e15"])
def test_what_is_merely_strange_is_diagnosed(odd: str, tmp_path: Path) -> None:
    read = load(recording(tmp_path, odd))
    assert (len(read.samples), read.broken) == (60, 0)
    diagnosis = diagnose(read)
    assert json.loads(document.render(diagnosis))["verdict"] == str(diagnosis.verdict)
    assert str(diagnosis.verdict) in markdown.render(diagnosis)
