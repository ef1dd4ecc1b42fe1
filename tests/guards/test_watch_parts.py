"""The parts of `watch` that need no TensorFlow: the small judge's words, its restraint, and the harmless list of all objects."""

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

from tensorleak_engine.causes import holder_words
from tensorleak_engine.model.owner import Owner
from tensorleak_probe.guards import judge_counters, judge_rules
from tensorleak_probe.guards.judge_words import Diagnosis
from tensorleak_probe.looks.tracked import tracked_objects

from tensorleak.rules import catalogue


def test_the_small_judge_uses_the_catalogues_words() -> None:
    rules = {rule.id: rule for rule in catalogue()}
    for rule, (name, says, remedy, _) in judge_rules.RULES.items():
        assert (name, says, remedy) == (rules[rule].name, rules[rule].says, rules[rule].remedy)
    assert judge_rules.RULES["TL101"][3] == holder_words(Owner("graph", 1))


def recording(folder: Path, values: list[float], after: float | None = None) -> Path:
    """A recording of one gauge over marks, and of its value after a collection at the end."""
    lines = [{"k": "header", "format": "tensorleak.recording/1", "cwd": "/w", "pid": 1, "program": "p.py"}]
    lines.append({"k": "sites", "rows": [{"id": 0, "frames": [["p.py", 7, "step"]], "flags": []}]})
    for mark, value in enumerate(values):
        lines.append({"k": "sample", "t": mark / 10, "g": {"session.open": value}, "w": {"marks": mark}})
        if mark % 5 == 0:
            lines.append({"k": "tally", "t": mark / 10, "births": [["session", 0, None, value, 0, value, 0]]})
    if after is not None:
        looked = {"before": {"session.open": values[-1]}, "after": {"session.open": after}}
        lines.append({"k": "look", "t": len(values) / 10, "kind": "collect", **looked})
    path = folder / "r.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines) + '{"k": "sam')
    return path


@pytest.mark.parametrize(
    ("name", "values", "after", "verdict"),
    [
        ("grows", list(range(80)), 79, "leak"),
        ("grows, and nobody looked", list(range(80)), None, "growing"),
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
    data, questions = judge_counters.diagnose(recording(tmp_path, values, after))
    assert data["verdict"] == verdict, data["sentence"]
    assert questions == (("collect",) if verdict == "growing" else ())
    if verdict == "leak":
        found = Diagnosis.of_data(data, "counters").leaks[0]
        assert (found.rule, str(found.location), found.rate.unit) == ("TL102", "/w/p.py:7", "mark")


@pytest.mark.parametrize("more", [{}, {"bytes_interval": [1.0, 2.0], "count_interval": None, "of_tomorrow": 3}])
def test_what_a_newer_desk_tells_beyond_is_passed_over(more: dict, tmp_path: Path) -> None:
    data, _ = judge_counters.diagnose(recording(tmp_path, list(range(80)), 79))
    plain = Diagnosis.of_data(data, "counters").leaks[0].rate
    data["findings"][0]["rate"].update(more)
    rate = Diagnosis.of_data(data, "desk").leaks[0].rate
    assert (rate.bytes_per_unit, rate.count_per_unit, rate.unit) == (plain.bytes_per_unit, plain.count_per_unit, "mark")


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
