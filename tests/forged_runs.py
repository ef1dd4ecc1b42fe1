"""Recordings made by hand: what a page must bear, without waiting for TensorFlow."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

MB = 1_000_000
# Everything that could end an element, an attribute, a script or a line, steer a terminal, or reorder what is read.
HOSTILE = "</script><script>window.pwned=1</script>\"'><img src=x onerror=window.pwned=1>&lt;\x1b[31m\u202egnp\u2028\u2029`${window.pwned=1}`"


def header(**changes: Any) -> dict[str, Any]:
    return {
        "k": "header",
        "format": "tensorleak.recording/1",
        "id": "7-1",
        "pid": 7,
        "time": 1_700_000_000.0,
        "probe": "0.1.0",
        "python": "3.11.7",
        "platform": "Linux",
        "program": "/gone/train.py",
        "executable": "/usr/bin/python",
        "cwd": "/gone",
        "memory_limit": 16_000 * MB,
    } | changes


def samples(count: int, first: int = 0, step_bytes: int = 200_000) -> Iterator[dict[str, Any]]:
    """Samples of a loop whose memory grows by the step, in tensors."""
    for number in range(first, first + count):
        yield {
            "k": "sample",
            "t": 2 + number / 10,
            "g": {
                "process.rss": 500 * MB + number * step_bytes,
                "malloc.in_use": 90 * MB + number * step_bytes,
                "malloc.free": 2 * MB + number % 7 * 10_000,
                "python.blocks": 1_000_000 + number,
                "python.collections": number // 40,
                "variable.bytes": 4 * MB,
                "variable.count": 12,
                "thread.count": 8,
                "graph.count": 1,
                "function.traces": 1,
            },
            "w": {"function_calls": 10 * number},
        }


def census(time: float, length: int, name: str) -> dict[str, Any]:
    """A close look that found a list one element longer per call."""
    holder = {
        "words": f"list attribute {name}",
        "scope": "attribute",
        "name": name,
        "owner": name,
        "file": "/gone/train.py",
        "line": 7,
        "path": [f"local '{name}'", f"attribute {name}"],
    }
    found = {
        "id": 1,
        "type": "list",
        "length": length,
        "growth": length,
        "rises": 4,
        "contents": "tensor",
        "element_type": "EagerTensor",
        "element_bytes": 20_000,
        "distinct": 8,
        "sampled": 8,
        "holder": holder,
    }
    calls = {"function_calls": int((time - 2) * 100)}
    look = {"tensors": length, "tensor_bytes": length * 20_000, "containers": [found], "objects": 1000 + length}
    return {"k": "look", "t": time, "kind": "census", "seconds": 0.05, "w": calls} | look


def leaking(count: int = 200, name: str = "Trainer.losses", **head: Any) -> list[dict[str, Any]]:
    """A whole recording with one leak; `name` is what its program calls things."""
    lines = [header(**head), {"k": "environment", "t": 1.9, "tensorflow": "2.21.0", "keras": "3.15.1"}]
    lines.append({"k": "sites", "rows": [{"id": 0, "frames": [["/gone/train.py", 7, name]]}]})
    lines += samples(count)
    lines += [
        {"k": "tally", "t": 2.0 + i, "births": [["tape", 0, None, 40 * i, 0, 1, 0]]} for i in range(1, count // 10)
    ]
    lines += [census(2 + count * share / 10, int(count * share * 10), name) for share in (0.1, 0.3, 0.5, 0.7, 0.9)]
    return sorted_by_time(lines)


def sorted_by_time(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return lines[:1] + sorted(lines[1:], key=lambda line: line.get("t", 0.0))


def ended(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [*lines, {"k": "end", "t": max(line.get("t", 0.0) for line in lines), "samples": 1, "tensorflow": "loaded"}]


def write(path: Path, lines: Iterable[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def append(path: Path, lines: Iterable[dict[str, Any]]) -> None:
    with path.open("a") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
