"""The count of traces never falls: traces are a leak only where something of them stays alive."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tensorleak_engine import Verdict, diagnose

from tensorleak.recording import load

CALLS, START = 100, 100_000_000
FLAT = {"malloc.in_use": START, "process.rss": 3 * START}


def recording(folder: Path, reason: str, grows: dict[str, int], freed: bool) -> Path:
    """A loop that traces a function in each of its calls; `grows` is what each trace adds to a gauge.

    A collection in the middle finds all of it alive, or frees all of it.
    """
    lines: list[dict[str, Any]] = [
        {"k": "header", "format": "tensorleak.recording/1", "id": "a", "pid": 1, "time": 1.7e9, "probe": "1"}
        | {"python": "3.8.18", "platform": "Linux", "program": "p.py", "cwd": "/w"},
        {"k": "environment", "t": 0.0, "tensorflow": "2.5.3", "keras": "2.5.0"},
        {"k": "sites", "rows": [{"id": 1, "frames": [["/w/p.py", 7, "main"]], "flags": []}]},
    ]
    for call in range(CALLS + 1):
        gauges = {**FLAT, "function.graphs": 0, "registry.gradients": 500, "function.traces": call}
        gauges |= {name: gauges[name] + size * call for name, size in grows.items()}
        lines.append({"k": "sample", "t": call / 10, "g": gauges, "w": {"function_calls": call}})
        lines.append({"k": "tally", "t": call / 10, "w": {"function_calls": call}, "traces": [trace(call, reason)]})
        if call == CALLS // 2:
            after = gauges | {name: gauges[name] - size * call for name, size in grows.items() if freed}
            states = {"before": gauges, "after": after, "trimmed": after}
            lines.append({"k": "look", "t": call / 10, "kind": "collect", "seconds": 0.1, **states})
    path = folder / "r.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def trace(count: int, reason: str) -> dict[str, Any]:
    row = {"name": "step", "file": "/w/p.py", "line": 3, "made": 1, "bytes": 0, "library": False, "seconds": 0.1}
    return row | {"traces": count, "reasons": [[reason, "iterator", "", "IteratorSpec", count]], "sites": [[1, count]]}


def verdict(path: Path) -> tuple[Verdict, list[str]]:
    told = diagnose(load(path))
    return told.verdict, [finding.rule for finding in told.findings]


@pytest.mark.parametrize("reason", ["value", "shape", "object", "structure", "same", "new-function"])
def test_traces_that_leave_nothing_are_no_leak(reason: str, tmp_path: Path) -> None:
    assert verdict(recording(tmp_path, reason, {}, freed=False)) == (Verdict.STEADY, [])


@pytest.mark.parametrize(("reason", "rule"), [("value", "TL201"), ("shape", "TL202"), ("object", "TL204")])
def test_traces_whose_graphs_stay_are_a_leak(reason: str, rule: str, tmp_path: Path) -> None:
    assert verdict(recording(tmp_path, reason, {"function.graphs": 1}, freed=False)) == (Verdict.LEAK, [rule])


def test_traces_whose_graphs_are_garbage_are_no_leak(tmp_path: Path) -> None:
    said, rules = verdict(recording(tmp_path, "object", {"function.graphs": 1}, freed=True))
    assert (said is Verdict.LEAK, rules) == (False, [])


def test_traces_whose_memory_stays_are_a_leak(tmp_path: Path) -> None:
    said, rules = verdict(
        recording(tmp_path, "object", {"malloc.in_use": 400_000, "process.rss": 400_000}, freed=False)
    )
    assert (said, rules) == (Verdict.LEAK, ["TL204"])


@pytest.mark.parametrize(
    ("kept", "verdict_wanted"), [(0, False), (40_000, True)], ids=["names only", "with what they keep"]
)
def test_registered_gradients_count_by_what_they_keep(kept: int, verdict_wanted: bool, tmp_path: Path) -> None:
    """TensorFlow 2.8 registers a name per trace and keeps nothing; 2.10 keeps the functions."""
    path = recording(tmp_path, "object", {"registry.gradients": 1}, freed=False)
    states = {
        name: {**FLAT, "registry.gradients": 600, "malloc.in_use": START + CALLS * kept} for name in ("before", "after")
    }
    final = {
        "k": "look",
        "t": 10.2,
        "kind": "collect",
        "seconds": 0.1,
        "final": True,
        **states,
        "trimmed": states["after"],
    }
    with path.open("a") as file:
        file.write(json.dumps(final) + "\n")
    assert (verdict(path)[0] is Verdict.LEAK) is verdict_wanted
