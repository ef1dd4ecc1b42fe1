"""Native growth is taken to be the elements' of the one container whose memory Python cannot see, and of no other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from forged_loop import CALLS, PER_CALL, recording
from tensorleak_engine import Verdict, diagnose

from tensorleak.recording import load


def row(name: str, opaque: bool, growth: int = CALLS) -> dict[str, Any]:
    counts = {
        "id": len(name),
        "type": "list",
        "length": growth,
        "growth": growth,
        "rises": 2,
        "distinct": 24,
        "sampled": 24,
    }
    holder = {
        "words": f"list global p.{name}",
        "scope": "global",
        "name": name,
        "owner": "p",
        "file": "p.py",
        "user": True,
    }
    what = {"contents": "object", "element_type": "images.Image", "element_bytes": 88, "opaque": opaque}
    return counts | what | {"holder": holder | {"path": []}}


@pytest.mark.parametrize(
    ("containers", "verdict", "rule"),
    [
        ([row("images", True)], Verdict.LEAK, "TL901"),
        ([row("losses", False)], Verdict.UNEXPLAINED, "TL803"),
        ([row("images", True), row("records", False)], Verdict.LEAK, "TL901"),
        ([row("images", True), row("messages", True)], Verdict.UNEXPLAINED, "TL803"),
        ([row("images", True, growth=CALLS // 50)], Verdict.UNEXPLAINED, "TL803"),
    ],
    ids=["images", "numbers", "images beside numbers", "images and messages", "an image now and then"],
)
def test_whose_the_memory_is(containers: list[dict[str, Any]], verdict: Verdict, rule: str, tmp_path: Path) -> None:
    found = diagnose(load(recording(tmp_path, containers, kept=True)))
    assert found.verdict is verdict
    assert [finding.rule for finding in found.findings] == [rule]
    if verdict is Verdict.LEAK:
        assert found.findings[0].rate.bytes_per_unit == pytest.approx(PER_CALL, rel=0.1)
