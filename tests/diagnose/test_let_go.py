"""Growth that was gone when the program had ended: garbage, unless a container was seen to take it up in the loop."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from forged_loop import CALLS, PER_CALL, recording
from tensorleak_engine import Verdict, diagnose

from tensorleak.recording import load


def row(element_bytes: int) -> dict[str, Any]:
    counts = {"id": 1, "type": "list", "length": CALLS, "growth": CALLS, "rises": 2}
    return counts | {"contents": "tensor", "element_type": "ValueError", "element_bytes": element_bytes, "holder": None}


@pytest.mark.parametrize(
    ("containers", "verdict"),
    [([], Verdict.DEFERRED), ([row(100)], Verdict.DEFERRED), ([row(PER_CALL)], Verdict.GROWING)],
    ids=["nothing seen", "a small list", "a list as large as the growth"],
)
def test_only_garbage_is_deferred(containers: list[dict[str, Any]], verdict: Verdict, tmp_path: Path) -> None:
    assert diagnose(load(recording(tmp_path, containers))).verdict is verdict
