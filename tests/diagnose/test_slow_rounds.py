"""A few heavy elements, seen to come in a few looks: memory that goes on rising at their pace confirms them, and none that stands still."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from built import loop
from tensorleak_engine import diagnose

from tensorleak.recording.reader import load

ROUNDS, EPOCH, SEEN = 4800, 400, 3200
EACH = 8_000_000


def told(folder: Path, nbytes_a_round: float, until: int) -> tuple[str, list[str]]:
    """One element of 8 MB every 400 function calls, seen in the first 3,200 of 4,800; memory rises by so much a call up to `until`."""
    built = loop(ROUNDS, seconds=24.0).takes_memory(nbytes_a_round, until)
    built.held_by("list attribute Study.runs", nbytes=EACH, by=1 / EPOCH, watched=False)
    kept = [
        record for record in built.records() if record["k"] != "look" or record["w"].get("function_calls", 0) <= SEEN
    ]
    path = folder / "slow.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in kept))
    found = diagnose(load(path))
    return str(found.verdict), [one.rule for one in found.leaks]


def test_memory_that_goes_on_confirms_them(tmp_path: Path) -> None:
    assert told(tmp_path, EACH / EPOCH, ROUNDS) == ("leak", ["TL301"])


@pytest.mark.parametrize(("rate", "until"), [(EACH / EPOCH, SEEN), (20 * EACH / EPOCH, ROUNDS)], ids=["still", "else"])
def test_memory_that_stands_still_or_rises_by_something_else_does_not(tmp_path: Path, rate: float, until: int) -> None:
    assert "TL301" not in told(tmp_path, rate, until)[1]
