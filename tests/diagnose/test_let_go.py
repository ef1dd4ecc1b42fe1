"""Growth that was gone when the program had ended: garbage, unless a container was seen to take it up in the loop."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tensorleak.diagnose import Verdict, diagnose
from tensorleak.recording import load

START, PER_CALL, CALLS = 100_000_000, 50_000, 1_000


def recording(folder: Path, containers: list[dict[str, Any]]) -> Path:
    """A loop of ten seconds whose memory a collection after its end gives back."""
    lines: list[dict[str, Any]] = [
        {"k": "header", "format": "tensorleak.recording/1", "id": "a", "pid": 1, "time": 1.7e9, "probe": "1"}
        | {"python": "3.11.7", "platform": "Linux", "program": "p.py", "cwd": "/w"},
        {"k": "environment", "t": 0.0, "tensorflow": "2.21.0", "keras": "3.12.0"},
    ]
    used = START
    for number in range(101):
        used = START + PER_CALL * CALLS // 100 * number
        gauges = {"process.rss": 3 * START + used, "malloc.in_use": used, "malloc.free": 0}
        lines.append({"k": "sample", "t": number / 10, "g": gauges, "w": {"function_calls": 10 * number}})
    lines.append({"k": "look", "t": 10.1, "kind": "census", "seconds": 0.1, "final": True, "containers": containers})
    looked = {
        name: {"malloc.in_use": size, "process.rss": 3 * START + size}
        for name, size in (("before", used), ("after", START))
    }
    lines.append({"k": "look", "t": 10.2, "kind": "collect", "seconds": 0.1, "final": True, **looked})
    path = folder / "r.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


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
