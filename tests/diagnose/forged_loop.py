"""A forged recording of a loop whose native memory grows, with what a close look found in its containers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

START, PER_CALL, CALLS = 100_000_000, 50_000, 1_000


def recording(folder: Path, containers: list[dict[str, Any]], kept: bool = False) -> Path:
    """A loop of ten seconds that ever more memory is in use for; a collection after its end gives it back, or not."""
    lines: list[dict[str, Any]] = [
        {"k": "header", "format": "tensorleak.recording/1", "id": "a", "pid": 1, "time": 1.7e9, "probe": "1"}
        | {"python": "3.11.7", "platform": "Linux", "program": "p.py", "cwd": "/w"},
        {"k": "environment", "t": 0.0, "tensorflow": "2.21.0", "keras": "3.12.0"},
    ]
    used = START
    for number in range(101):
        used = START + PER_CALL * CALLS // 100 * number
        gauges = {"process.rss": 3 * START + used, "malloc.in_use": used, "malloc.free": 0}
        if number in (0, 50):
            lines.append({"k": "look", "t": number / 10, "kind": "census", "seconds": 0.1, "containers": []})
        lines.append({"k": "sample", "t": number / 10, "g": gauges, "w": {"function_calls": 10 * number}})
    lines.append({"k": "look", "t": 10.1, "kind": "census", "seconds": 0.1, "final": True, "containers": containers})
    looked = {
        name: {"malloc.in_use": size, "process.rss": 3 * START + size}
        for name, size in (("before", used), ("after", used if kept else START))
    }
    lines.append(
        {"k": "look", "t": 10.2, "kind": "collect", "seconds": 0.1, "final": True, **looked, "trimmed": looked["after"]}
    )
    path = folder / "r.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path
