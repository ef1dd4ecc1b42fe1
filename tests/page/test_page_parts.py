"""Resident memory by part: adds up exactly, keeps its extremes, and stays small however long the run was."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from forged_runs import MB, header, leaking, samples, write
from support import ROOT

from tensorleak.chart.parts import MAX_POINTS, parts
from tensorleak.chart.thinning import kept
from tensorleak.model.parts import Parts
from tensorleak.recording import load


def parts_of(folder: Path, lines: list[dict]) -> Parts:
    return parts(load(write(folder / "r.jsonl", lines)))


def total(found: Parts, moment: int) -> int:
    return sum(layer.bytes[moment] for layer in found.layers)


def test_layers_add_up_to_resident_memory_exactly(tmp_path: Path) -> None:
    found = parts_of(tmp_path, leaking())
    assert found.resident[-1] == 500 * MB + 199 * 200_000
    assert [total(found, i) for i in range(len(found.resident))] == list(found.resident)
    assert all(value >= 0 for layer in found.layers for value in layer.bytes)


def test_gauges_that_claim_more_than_there_is_are_cut(tmp_path: Path) -> None:
    greedy = {"process.rss": 10 * MB, "malloc.in_use": 400 * MB, "variable.bytes": 300 * MB, "malloc.free": 9 * MB}
    lines = [header(), *({"k": "sample", "t": i, "g": greedy} for i in range(1, 5))]
    found = parts_of(tmp_path, lines)
    assert {layer.key: layer.bytes[0] for layer in found.layers} == {"variables": 10 * MB}


def test_live_tensors_lie_on_the_line_between_censuses(tmp_path: Path) -> None:
    found = parts_of(tmp_path, leaking())
    tensors = next(layer for layer in found.layers if layer.key == "tensors")
    assert tensors.estimated
    assert tensors.bytes[0] == 0  # before the first census nothing is claimed
    assert tensors.bytes[-1] == 1800 * 20_000  # after the last one no more than it counted
    rising = [value for value in tensors.bytes if value]
    assert all(b >= a for a, b in pairwise(rising))
    assert len(set(rising)) > 50


def test_constants_go_with_their_operations(tmp_path: Path) -> None:
    rows = [(1000, 40), (2000, 80), (2000, 20)]  # constant bytes ever made, operations alive
    base = {"process.rss": 100 * MB, "malloc.in_use": 50 * MB}
    lines = [
        {"k": "sample", "t": 1 + i, "g": base | {"graph.constant_bytes": made * 1000, "graph.ops": ops}}
        for i, (made, ops) in enumerate(rows)
    ]
    found = parts_of(tmp_path, [header(), *lines])
    constants = next(layer for layer in found.layers if layer.key == "constants")
    assert constants.bytes == (1_000_000, 2_000_000, 500_000)


@pytest.mark.parametrize("name", ["gpu_kept_on_gpu", "gpu_variables"])
def test_what_lies_on_an_accelerator_is_no_part_of_the_process(name: str) -> None:
    """Recorded on a real GPU: hundreds of megabytes of tensors there, none of them here."""
    found = parts(load(ROOT / "tests" / "diagnose" / "data" / f"{name}.jsonl"))
    last = {layer.key: layer.bytes[-1] for layer in found.layers}
    assert last.get("tensors", 0) + last.get("variables", 0) < 10 * MB < 100 * MB < last["heap"]
    device = next(track for track in found.counters if track.key == "device.GPU:0.in_use")
    assert device.unit == "bytes"
    assert device.values[-1] > 100 * MB


def test_both_axes_and_marks(tmp_path: Path) -> None:
    found = parts_of(tmp_path, leaking())
    assert found.unit == "function call"
    assert found.work[-1] == 1990
    assert found.seconds[-1] == 21.9
    assert sum(mark.count for mark in found.births) == 40 * 19
    assert [mark.count for mark in found.collections] == [1, 1, 1, 1]
    assert {mark.kind for mark in found.looks} == {"census"}


def test_long_runs_become_few_points_with_their_extremes(tmp_path: Path) -> None:
    lines = list(samples(5000))
    lines[3333]["g"]["process.rss"] = 900_000 * MB  # one lonely peak
    lines[1234]["g"]["process.rss"] = 1 * MB
    found = parts_of(tmp_path, [header(), *lines])
    assert len(found.resident) <= MAX_POINTS
    assert max(found.resident) == 900_000 * MB
    assert min(found.resident) == 1 * MB
    assert found.seconds[0] == 2.0
    assert found.seconds[-1] == lines[-1]["t"]


def test_thinning_leaves_short_series_alone() -> None:
    assert kept([0.0, 1.0, 2.0], [5.0, 4.0, 3.0], 10) == [0, 1, 2]
    assert kept([], [], 10) == []


def test_time_that_runs_backwards_is_no_trouble(tmp_path: Path) -> None:
    lines = list(samples(3000))
    for line in lines[::2]:
        line["t"] = 0.5
    found = parts_of(tmp_path, [header(), *lines])
    assert len(found.resident) <= MAX_POINTS
    assert list(found.seconds) == sorted(found.seconds)


def test_nothing_recorded_is_nothing_drawn(tmp_path: Path) -> None:
    found = parts_of(tmp_path, [header()])
    assert found.resident == ()
    assert found.layers == ()
    assert found.latest == ()
