"""Growth per round comes from counters and memory over work: the clock and the program's end do not count."""

from __future__ import annotations

import json
from pathlib import Path

from tensorleak.lab.measure import measure
from tensorleak.recording import Recording, load

HEADER = {
    "k": "header",
    "format": "tensorleak.recording/1",
    "id": "1-a",
    "pid": 1,
    "time": 0.0,
    "probe": "0.1.0",
    "python": "3.11.7",
    "platform": "Linux",
    "program": "x.py",
}


def recording(path: Path, ops: float, nbytes: float, runs_per_round: int = 2, rounds: int = 100) -> Recording:
    """A program of `rounds` rounds that clears up in its last moment."""
    lines: list[dict] = [HEADER]
    for number in range(rounds + 1):
        gauges = {"process.rss": int(3e8 + nbytes * number), "graph.ops": int(10 + ops * number)}
        lines.append({"k": "sample", "t": 0.1 * number, "g": gauges, "w": {"session_runs": runs_per_round * number}})
    lines.append({"k": "sample", "t": 0.1 * rounds + 0.05, "g": {"process.rss": int(3e8), "graph.ops": 0}, "w": {}})
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return load(path)


def test_growth_is_per_round_of_the_programs_own_work(tmp_path: Path) -> None:
    seen = measure([recording(tmp_path / "r", ops=6, nbytes=500_000)], "request", 100)
    assert 5.5 < seen.counters["graph.ops"] < 6.5
    assert 450_000 < seen.memory < 550_000
    assert seen.confirmed and seen.unit == "request"


def test_without_known_rounds_the_unit_is_the_diagnosis_own(tmp_path: Path) -> None:
    seen = measure([recording(tmp_path / "r", ops=6, nbytes=500_000)], "request", 0)
    assert seen.unit == "session run"
    assert 2.7 < seen.counters["graph.ops"] < 3.3


def test_what_stays_level_has_no_counters(tmp_path: Path) -> None:
    seen = measure([recording(tmp_path / "r", ops=0, nbytes=0)], "request", 100)
    assert not seen.counters and not seen.confirmed and not seen.grows
    assert abs(seen.memory) < 1000
