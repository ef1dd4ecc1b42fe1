"""What comes after the program's own text, while exit handlers of libraries are at work, is no round in which nothing grew."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from built import FILE, LATER, MB, SITE, loop
from tensorleak_engine import diagnose

from tensorleak.recording.reader import load

LIBRARY = "/lib/arrayprint.py"
END = {"k": "end", "t": 40.0, "samples": 121, "sample_seconds": 0.1, "look_seconds": 0.1, "faults": 0, "dropped": 0}


@pytest.mark.parametrize(
    ("frames", "ended", "verdict"),
    [
        ([[LIBRARY, 9, "recurser"]], True, "leak"),
        ([[LIBRARY, 9, "recurser"], [FILE, 30, "write_all"]], True, "bounded"),
        ([[LIBRARY, 9, "recurser"], [FILE, 20, "<module>"]], True, "bounded"),
        ([[LIBRARY, 9, "recurser"]], False, "bounded"),
    ],
    ids=["a library's handler", "the program's own handler", "its text goes on", "it still runs"],
)
def test_time_after_the_programs_text(frames: list[list[object]], ended: bool, verdict: str, tmp_path: Path) -> None:
    built = loop(unit="uncounted", seconds=40.0).leaves(81)
    built.takes_memory(MB, until=80).held_by("list attribute Log.rows", "tensor", MB, until=80)
    records = built.collected().records()
    for record in records:
        if record["k"] == "sites" and record["rows"][0]["id"] == SITE:
            record["rows"][0]["frames"] = [[FILE, 7, "main"], [FILE, 20, "<module>"]]
        if record["k"] == "sites" and record["rows"][0]["id"] == LATER:
            record["rows"][0]["frames"] = frames
    path = tmp_path / "built.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in [*records, *[END] * ended]))
    assert diagnose(load(path)).verdict == verdict
