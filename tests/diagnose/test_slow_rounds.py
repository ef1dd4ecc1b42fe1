"""A few heavy elements, seen to come in a few looks: memory that goes on rising at their pace confirms them, and none that stands still."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from built import loop
from tensorleak_engine import diagnose
from tensorleak_engine.model.diagnosis import Diagnosis
from tensorleak_probe.looks import paths

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


LOOKS, APART, PART = 40, 100, 20


def by_steps(folder: Path, every: int, until: int) -> Diagnosis:
    """A list that gains 20 elements at once, after every so many of the looks at it, up to one of them; as the probe's own paths tell it."""
    root = paths.Path(None, ("root", "", ""), None)
    path = paths.Path(root, ("global", "rows", "m"), {"kind": "global", "foreign": False})
    records = loop(LOOKS * APART, seconds=40.0).takes_memory(PART * 1e5 / (every * APART), until * APART).records()
    records = [record for record in records if record["k"] != "look"]
    holder = {"words": "list global m.rows", "scope": "global", "name": "rows", "owner": "m", "file": "/w/p.py"}
    for number in range(1, LOOKS + 1):
        path.seen(number, 1, PART * (min(number, until) // every))
        growth = path.compare()
        row = {"id": 1, "type": "list", "contents": "object", "element_bytes": 100_000, "element_type": "m.Row"}
        row |= {"distinct": 24, "sampled": 24, "thing": 7, "holder": holder, "growth": growth}
        row |= {"length": path.amount, "rises": path.rises, "span": path.span}
        look = {"k": "look", "t": float(number), "kind": "census", "seconds": 0.01, "tensors": 10}
        records.append(look | {"w": {"function_calls": number * APART}, "containers": [row] if growth else []})
    file = folder / "steps.jsonl"
    file.write_text(
        "".join(json.dumps(line) + "\n" for line in sorted(records, key=lambda record: record.get("t", -1.0)))
    )
    return diagnose(load(file))


@pytest.mark.parametrize("every", [1, 3, 6])
def test_the_rate_is_that_of_all_the_work(every: int, tmp_path: Path) -> None:
    (leak,) = by_steps(tmp_path, every, LOOKS).leaks
    assert leak.rule == "TL901"
    assert leak.rate.count_per_unit == pytest.approx(PART / (every * APART), rel=0.3)


@pytest.mark.parametrize("every", [1, 3])
def test_what_has_stopped_in_the_middle_is_no_leak(every: int, tmp_path: Path) -> None:
    assert not by_steps(tmp_path, every, LOOKS // 2).leaks
