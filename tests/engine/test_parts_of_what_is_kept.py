"""What a constructor or a helper makes is blamed where it is put into what keeps it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from built import FILE, SITE, loop
from tensorleak_engine import Finding, diagnose

from tensorleak.recording.reader import load

ADDING = 3


@pytest.mark.parametrize(
    ("frames", "seen", "line", "also"),
    [
        ([["__init__", 7], ["main", 30]], True, 40, 7),
        ([["<listcomp>", 7], ["__init__", 7], ["main", 30]], True, 40, 7),
        ([["adapt", 7], ["main", 30]], True, 7, None),
        ([["__init__", 7], ["main", 30]], False, 7, None),
    ],
    ids=["in a constructor", "in a comprehension of one", "in a function of the round", "nobody saw it being kept"],
)
def test_the_line_that_keeps_the_object(
    frames: list[list[object]], seen: bool, line: int, also: int | None, tmp_path: Path
) -> None:
    built = loop().grows("variable.count").takes_memory(500_000).born("variable")
    records = built.held_by("list attribute Store.models", "variable", 500_000).records()
    for record in records:
        if record["k"] == "sites" and record["rows"][0]["id"] == SITE:
            record["rows"][0]["frames"] = [[FILE, number, function] for function, number in frames]
    if seen:
        records.append({"k": "sites", "rows": [{"id": ADDING, "frames": [[FILE, 40, "keep"]]}]})
        records.append({"k": "additions", "t": 11.0, "rows": [[1, ADDING, 3]]})
    finding = only_finding(records, tmp_path)
    assert finding.rule == "TL302"
    assert finding.location is not None
    assert finding.location.line == line
    assert ([place.line for place in finding.also] == [also]) is (also is not None)


@pytest.mark.parametrize(
    ("frames", "line", "also"),
    [
        ([["opened", 7], ["keep", 40], ["main", 30]], 40, 7),
        ([["connect", 7], ["opened", 9], ["keep", 40]], 40, 7),
        ([["keep", 38], ["main", 30]], 38, None),
        ([["opened", 7], ["main", 30]], 7, None),
    ],
    ids=["a helper opens it", "a helper's helper", "the function that keeps it opens it", "kept by somebody else"],
)
def test_the_line_that_keeps_what_a_helper_made(
    frames: list[list[object]], line: int, also: int | None, tmp_path: Path
) -> None:
    built = loop().grows("session.open").takes_memory(500_000).born("session")
    records = built.held_by("dict attribute Store.sessions", "session", 500_000).records()
    for record in records:
        if record["k"] == "sites" and record["rows"][0]["id"] == SITE:
            record["rows"][0]["frames"] = [[FILE, number, function] for function, number in frames]
    records.append({"k": "sites", "rows": [{"id": ADDING, "frames": [[FILE, 40, "keep"], [FILE, 30, "main"]]}]})
    records.append({"k": "additions", "t": 11.0, "rows": [[1, ADDING, 3]]})
    finding = only_finding(records, tmp_path)
    assert finding.rule == "TL102"
    assert finding.location is not None
    assert finding.location.line == line
    assert ([place.line for place in finding.also] == [also]) is (also is not None)


def only_finding(records: list[dict[str, Any]], folder: Path) -> Finding:
    path = folder / "kept.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in records))
    (finding,) = diagnose(load(path)).findings
    return finding
