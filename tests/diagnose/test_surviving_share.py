"""Each collection takes the garbage away: what survives is compared with what was made between collections."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tensorleak_engine import timeline
from tensorleak_engine.case import Case, surviving_share
from tensorleak_engine.records import Look

from tensorleak.recording import load


def looks(*counts: tuple[int, int]) -> list[Look]:
    return [
        Look(t, "collect", 0.1, before={"g": before}, after={"g": after}) for t, (before, after) in enumerate(counts)
    ]


@pytest.mark.parametrize(
    ("counts", "share"),
    [
        (((18, 4), (22, 6), (27, 9)), 5 / 39),  # models that are fitted and dropped, TensorFlow 2.4: garbage
        (((18, 18), (22, 22), (27, 27)), 1.0),
        (((20, 10), (30, 20), (40, 30)), 0.5),
    ],
    ids=["garbage", "kept", "half of it"],
)
def test_share(counts: tuple[tuple[int, int], ...], share: float) -> None:
    assert surviving_share(looks(*counts), "g") == pytest.approx(share)


@pytest.mark.parametrize("counts", [((5, 5), (5, 5)), ((5, 5),)], ids=["nothing made", "one look"])
def test_nothing_to_tell_by(counts: tuple[tuple[int, int], ...]) -> None:
    assert surviving_share(looks(*counts), "g") is None


@pytest.mark.parametrize(
    ("before", "after", "survives"),
    [(2, 1, None), (20, 1, False), (20, 20, True)],
    ids=["too few to tell", "garbage", "kept"],
)
def test_one_collection_tells_by_enough_things(before: int, after: int, survives: bool | None, tmp_path: Path) -> None:
    """A graph per call: a collection that met two of them, one at work, says nothing of the twenty that come later."""
    header = {"k": "header", "format": "tensorleak.recording/1", "id": "a", "pid": 1, "time": 1.7e9, "probe": "1"}
    lines: list[dict[str, Any]] = [header | {"python": "3.7.16", "platform": "Linux", "program": "p.py"}]
    lines += [{"k": "sample", "t": n / 10, "g": {"graph.count": n}, "w": {"session_runs": n}} for n in range(30)]
    states = {"before": {"graph.count": before}, "after": {"graph.count": after}}
    lines.insert(20, {"k": "look", "t": 1.95, "kind": "collect", "seconds": 0.1, **states})
    path = tmp_path / "r.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    recorded = load(path)
    assert Case(recorded, timeline.build(recorded), ["session_runs"]).survives_collection("graph.count") is survives


@pytest.mark.parametrize(
    ("peak", "left", "survives"),
    [(20, 4, False), (5, 4, True), (20, 20, True)],
    ids=["garbage", "nothing was made between them", "kept"],
)
def test_what_was_gone_when_a_collection_was_noted(peak: int, left: int, survives: bool, tmp_path: Path) -> None:
    """Four models after one collection, twenty in the samples since, four before and after the next: those twenty were garbage."""
    header = {"k": "header", "format": "tensorleak.recording/1", "id": "a", "pid": 1, "time": 1.7e9, "probe": "1"}
    lines: list[dict[str, Any]] = [header | {"python": "3.8.18", "platform": "Linux", "program": "p.py"}]
    counts = [0, 1, 2, 3, 4, 4, *([peak] * 3), left, left]
    for n, count in enumerate(counts):
        lines.append({"k": "sample", "t": n / 10, "g": {"keras.models": count}, "w": {"session_runs": n}})
    for time, before, after in ((0.45, 4, 4), (0.95, left, left)):
        states = {"before": {"keras.models": before}, "after": {"keras.models": after}}
        lines.append({"k": "look", "t": time, "kind": "collect", "seconds": 0.1, **states})
    path = tmp_path / "r.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    recorded = load(path)
    assert Case(recorded, timeline.build(recorded), ["session_runs"]).survives_collection("keras.models") is survives


@pytest.mark.parametrize(("level", "survives"), [(2, False), (20, True)], ids=["garbage", "kept"])
def test_the_programs_own_collection_tells(level: int, survives: bool, tmp_path: Path) -> None:
    """Twenty fall to two with a full collection of the program's own: the two at work at ours, soon after, tell nothing."""
    header = {"k": "header", "format": "tensorleak.recording/1", "id": "a", "pid": 1, "time": 1.7e9, "probe": "1"}
    lines: list[dict[str, Any]] = [header | {"python": "3.8.18", "platform": "Linux", "program": "p.py"}]
    for n in range(30):
        gauges = {"function.live": n if n < 20 else n - 20 + level, "python.collections": 1 if n <= 20 else 2}
        lines.append({"k": "sample", "t": n / 10, "g": gauges, "w": {"session_runs": n}})
    states = {"before": {"function.live": level + 2}, "after": {"function.live": level + 1}}
    lines.insert(23, {"k": "look", "t": 2.15, "kind": "collect", "seconds": 0.1, **states})
    path = tmp_path / "r.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    recorded = load(path)
    case = Case(recorded, timeline.build(recorded), ["session_runs"])
    assert len(list(case.timeline.own_collections("function.live", [2.15]))) == 1
    assert case.survives_collection("function.live") is survives
