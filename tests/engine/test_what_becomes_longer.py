"""A tensor, an array or a buffer that becomes ever longer under one name is a leak; one that varies, or is full, is none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from built import loop
from tensorleak_engine import diagnose, tolerances
from tensorleak_engine.model.diagnosis import Verdict

from tensorleak.recording.reader import load

MUCH = int(3 * tolerances.NOTABLE_BYTES)


@pytest.mark.parametrize(
    ("contents", "rule", "name"),
    [
        ("tensor", "TL301", "tensor-extended"),
        ("array", "TL304", "array-extended"),
        ("object", "TL901", "buffer-extended"),
    ],
)
def test_it_is_named_although_a_pool_hides_its_memory(contents: str, rule: str, name: str, tmp_path: Path) -> None:
    built = loop(rounds=200).held_by("Thing attribute Bank.rows", contents, MUCH // 200, whole=True)
    diagnosis = built.diagnosis(tmp_path)
    assert (diagnosis.verdict, diagnosis.findings[0].rule, diagnosis.findings[0].name) == (Verdict.LEAK, rule, name)
    assert "becomes ever longer" in diagnosis.sentence
    assert "36 MB" in " ".join(diagnosis.findings[0].evidence)


@pytest.mark.parametrize(
    ("nbytes", "until", "above"),
    [(MUCH // 200 // 20, None, None), (MUCH // 200, 120, None), (MUCH // 200, None, 40)],
    ids=["small", "full", "fell before"],
)
def test_what_varies_or_is_full_is_none(nbytes: int, until: int | None, above: int | None, tmp_path: Path) -> None:
    built = loop(rounds=200).held_by(
        "Thing attribute Bank.rows", "tensor", nbytes, whole=True, until=until, above=above
    )
    assert built.diagnosis(tmp_path).verdict is not Verdict.LEAK


@pytest.mark.parametrize(("rest", "leaks"), [(8, True), (33, False)], ids=["between two blocks", "for long"])
def test_a_buffer_that_grows_by_blocks_rests_between_them(rest: int, leaks: bool, tmp_path: Path) -> None:
    """The last look sees as much as the one before it, so many rounds earlier, and memory has not grown since either."""
    rounds, seen = 167 + rest, 167
    built = loop(rounds=200).held_by("BytesIO attribute Log.stream", "object", 1, by=MUCH // 200, whole=True)
    records = built.takes_memory(MUCH // 200, until=seen).records()
    last = next(record for record in records if record["k"] == "look" and record["w"]["function_calls"] == seen)
    records = [record for record in records if record.get("w", {}).get("function_calls", 0) <= rounds]
    if records[-1]["k"] == "look" and records[-1] is not last:
        records.pop()
    records.append(last | {"t": records[-1]["t"], "w": {"function_calls": rounds}})
    path = tmp_path / "built.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    assert (diagnose(load(path)).verdict is Verdict.LEAK) == leaks
