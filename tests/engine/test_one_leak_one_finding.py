"""Parts of one object are made at several lines of its constructor, and are one leak; lines of two functions are two."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from built import FILE, loop
from tensorleak_engine import diagnose
from tensorleak_engine.model.diagnosis import Diagnosis

from tensorleak.recording.reader import load

EACH = 200_000


def diagnosis(folder: Path, function: str) -> Diagnosis:
    """Two variables stay in each round, one made at line 7 of main(), the other at line 8 of a function."""
    records = loop().grows("variable.count", 2).takes_memory(2 * EACH).born("variable").records()
    records.append({"k": "sites", "rows": [{"id": 3, "frames": [[FILE, 8, function]]}]})
    for record in records:
        if "births" in record:
            kind, site, flag, count = record["births"][0][:4]
            row = [flag, count, count * EACH, count, count * EACH]
            record["births"] = [[kind, site, *row], [kind, 3, *row]]
    path = folder / "variables.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in records))
    return diagnose(load(path))


@pytest.mark.parametrize(("function", "findings"), [("main", 1), ("other", 2)])
def test_lines_of_one_function_are_one_leak(function: str, findings: int, tmp_path: Path) -> None:
    found = diagnosis(tmp_path, function)
    assert [finding.rule for finding in found.findings] == ["TL302"] * findings
    lines = {place.line for finding in found.findings for place in (finding.location, *finding.also) if place}
    assert lines == {7, 8}
    assert sum(finding.rate.bytes_per_unit for finding in found.findings) == pytest.approx(2 * EACH, rel=0.1)
