"""The parts of `watch` that need no TensorFlow: its judge's restraint, and the harmless list of all objects."""

from __future__ import annotations

import gc
import json
import sys
import threading
import time
import weakref
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "probe" / "src"))

from tensorleak_probe.guards import judge
from tensorleak_probe.looks.tracked import tracked_objects


def recording(folder: Path, values: list[float], after: float | None = None) -> Path:
    """A recording of one gauge over marks, and of its value after a collection at the end."""
    known = {"id": "a", "time": 0.0, "probe": "1", "python": "3.11.7", "platform": "linux"}
    lines = [{"k": "header", "format": "tensorleak.recording/1", "cwd": "/w", "pid": 1, "program": "p.py", **known}]
    lines.append({"k": "environment", "t": 0.0, "tensorflow": "2.21.0"})
    lines.append({"k": "sites", "rows": [{"id": 0, "frames": [["p.py", 7, "step"]], "flags": []}]})
    for mark, value in enumerate(values):
        lines.append({"k": "sample", "t": mark / 10, "g": {"session.open": value}, "w": {"marks": mark}})
        if mark % 5 == 0:
            lines.append({"k": "tally", "t": mark / 10, "births": [["session", 0, None, value, 0, value, 0]]})
    if after is not None:
        looked = {"before": {"session.open": values[-1]}, "after": {"session.open": after}}
        lines.append({"k": "look", "t": len(values) / 10, "kind": "collect", "seconds": 0.1, **looked})
    path = folder / "r.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines) + '{"k": "sam')
    return path


@pytest.mark.parametrize(
    ("name", "values", "after", "verdict"),
    [
        ("grows", list(range(80)), 79, "leak"),
        ("grows, and nobody looked", list(range(80)), None, "leak"),
        ("grows, and is garbage", list(range(80)), 3, "deferred"),
        ("stops", [min(n, 30) for n in range(80)], None, "steady"),
        ("one jump", [0] * 50 + [9] * 30, None, "steady"),
        ("saw-teeth", [n % 10 for n in range(80)], None, "steady"),
        ("warm-up", [9 - min(n, 9) for n in range(80)], None, "steady"),
        ("too few", list(range(9)), None, "too-short"),
        ("empty", [], None, "too-short"),
    ],
)
def test_growth_must_repeat(name: str, values: list[float], after: float, verdict: str, tmp_path: Path) -> None:
    diagnosis, _ = judge.glance(str(recording(tmp_path, values, after)))
    assert diagnosis.verdict == verdict, diagnosis.sentence
    if verdict == "leak":
        found = diagnosis.leaks[0]
        assert (found.rule, str(found.location), found.rate.unit) == ("TL102", "/w/p.py:7", "mark")


def test_a_list_of_all_objects_harms_no_tuple_in_the_making() -> None:
    ended = threading.Event()

    def look() -> None:
        while not ended.is_set():
            for _ in tracked_objects():
                pass

    thread = threading.Thread(target=look)
    thread.start()
    try:
        deadline = time.monotonic() + 2
        while time.monotonic() < deadline:
            assert len(tuple(number for number in range(40))) == 40
    finally:
        ended.set()
        thread.join()
    assert not any(type(found) is tuple for found in tracked_objects())


def test_a_list_of_all_objects_keeps_none_of_them() -> None:
    class Thing:
        pass

    gc.disable()
    try:
        thing = Thing()
        gone = weakref.ref(thing)
        assert any(found is thing for found in tracked_objects())
        del thing
        assert gone() is None
    finally:
        gc.enable()
