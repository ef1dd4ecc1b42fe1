"""Containers of one name in several objects of a class: each thread's journal, each worker's list."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from built import loop
from tensorleak_engine import diagnose
from tensorleak_engine.model.diagnosis import Finding

from tensorleak.recording.reader import load

SEEN_AT = 11


def told(folder: Path, distinct: bool) -> Finding:
    """Two workers' lists, met under different names; the line that adds was seen in one of them. Or one list, met by two ways."""
    words = "list attribute Worker.rows"
    built = loop(180).takes_memory(40_000).held_by(words, trail="self.rows").held_by(words, trail="one.rows")
    records = [_with_things(record, distinct) for record in built.records()]
    records.append({"k": "sites", "rows": [{"id": SEEN_AT, "frames": [["/w/p.py", SEEN_AT, "note"]]}]})
    records.append({"k": "additions", "t": 9.0, "rows": [[1, SEEN_AT, 3]]})
    path = folder / "siblings.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in records))
    found = [one for one in diagnose(load(path)).leaks if one.rule == "TL301"]
    assert len(found) == 1
    return found[0]


def _with_things(record: dict[str, Any], distinct: bool) -> dict[str, Any]:
    rows = [row | {"thing": 100 + number * distinct} for number, row in enumerate(record.get("containers", ()))]
    return record | {"containers": rows} if rows else record


def test_what_two_objects_of_a_class_keep_adds_up(tmp_path: Path) -> None:
    found = told(tmp_path, distinct=True)
    assert found.rate.bytes_per_unit > 1.8 * 20_000
    assert found.location is not None and found.location.line == SEEN_AT


def test_one_list_that_two_names_lead_to_counts_once(tmp_path: Path) -> None:
    assert told(tmp_path, distinct=False).rate.bytes_per_unit < 1.2 * 20_000
