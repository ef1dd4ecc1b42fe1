"""Elements may stay while what they held is taken: at the end of the program, or all along, as a table of jobs gives up their results."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from built import loop
from tensorleak_engine import diagnose
from tensorleak_engine.model.diagnosis import Diagnosis

from tensorleak.recording.reader import load

EACH = 32_000


def diagnosis(folder: Path, running: int, final: int) -> Diagnosis:
    """A list that gains one element per round; so many bytes are in each while the loop runs, and so many at the program's end."""
    records = loop(180).takes_memory(EACH).held_by("list global hooks", nbytes=running).records()
    records.append(_at_the_end(records, final))
    path = folder / "emptied.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in records))
    return diagnose(load(path))


def _at_the_end(records: list[dict[str, Any]], nbytes: int) -> dict[str, Any]:
    last = [record for record in records if record["k"] == "look"][-1]
    rows = [
        row | {"element_bytes": nbytes, "contents": "object" if nbytes < 1000 else "tensor"}
        for row in last["containers"]
    ]
    return last | {"t": last["t"] + 0.1, "final": True, "containers": rows}


def test_elements_emptied_at_the_end_weighed_something(tmp_path: Path) -> None:
    found = diagnosis(tmp_path, EACH, 130)
    assert (found.verdict.value, [one.rule for one in found.leaks]) == ("leak", ["TL301"])
    assert found.leaks[0].rate.bytes_per_unit > 0.9 * EACH


def test_elements_that_never_weighed_anything_are_not_blamed(tmp_path: Path) -> None:
    assert "TL301" not in [one.rule for one in diagnosis(tmp_path, 130, 130).findings]


def test_a_table_whose_elements_give_up_their_tensors_keeps_none(tmp_path: Path) -> None:
    table = loop(180).held_by("list attribute Table.jobs", nbytes=40_000)
    assert "TL301" in [one.rule for one in table.diagnosis(tmp_path).leaks]
    assert not table.drained().diagnosis(tmp_path).leaks


def test_tensors_of_others_that_go_meanwhile_say_nothing(tmp_path: Path) -> None:
    """A list keeps a tensor of each round, while the many that setting up had made are let go of."""
    records = loop(180).held_by("list attribute Table.rows", nbytes=40_000).records()
    looks = [record for record in records if record["k"] == "look"]
    for number, look in enumerate(looks):
        look["tensors"] += 400 * (len(looks) - number)
    path = tmp_path / "setup.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in records))
    assert "TL301" in [one.rule for one in diagnose(load(path)).leaks]


def test_what_the_last_look_tells_of_the_rise_itself_is_kept(tmp_path: Path) -> None:
    """Only the weight is that of the running program: the length, and since when it rises, are those of the end."""
    assert diagnosis(tmp_path, EACH, 130).leaks[0].rate.count_per_unit == pytest.approx(1.0, rel=0.2)
