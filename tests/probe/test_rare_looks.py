"""What cannot be cut into steps is rare: full collections, passes over all objects, and looks at a heap that does not grow."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tensorleak_probe import looks
from tensorleak_probe.lifecycle import Probe
from tensorleak_probe.looks import census
from tensorleak_probe.looks.heap import Heap
from tensorleak_probe.system import system


class Blocks:
    """Python's heap, as the test wants it."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now = 1000
        patch.setattr(looks.system, "blocks", lambda: self.now)


@pytest.fixture
def blocks(monkeypatch: pytest.MonkeyPatch) -> Blocks:
    return Blocks(monkeypatch)


def seen(heap: Heap, blocks: Blocks, levels: list[int], units: int) -> tuple[int, int]:
    """The rise after a stretch in which the heap had these levels."""
    for level in levels:
        blocks.now = level
        heap.note(level, units)
    risen = heap.risen(units)
    heap.turn(units)
    return risen


def test_garbage_that_comes_and_goes_is_no_growth(blocks: Blocks) -> None:
    heap = Heap()
    seen(heap, blocks, [1000, 5000], 10)
    seen(heap, blocks, [1000, 5000], 20)
    assert seen(heap, blocks, [1000, 5000], 30)[0] <= 0


def test_what_is_kept_raises_the_floor(blocks: Blocks) -> None:
    heap = Heap()
    seen(heap, blocks, [1000, 5000], 10)
    seen(heap, blocks, [2000, 6000], 20)
    assert seen(heap, blocks, [3000, 7000], 30) == (1000, 10)


def test_what_grew_before_the_last_census_is_no_growth_since(blocks: Blocks) -> None:
    heap = Heap()
    seen(heap, blocks, [1000, 5000], 10)
    seen(heap, blocks, [5000, 5000], 20)
    assert seen(heap, blocks, [5000, 5000], 30)[0] <= 0


def test_what_looks_keep_is_not_the_programs(blocks: Blocks) -> None:
    heap = Heap()
    seen(heap, blocks, [1000, 5000], 10)
    seen(heap, blocks, [1000, 5000], 20)
    before = heap.state()
    blocks.now += 700
    heap.keep(before)
    assert seen(heap, blocks, [1700, 5700], 30)[0] <= 0


def test_what_a_step_lets_go_of_again_is_kept_no_longer(blocks: Blocks) -> None:
    heap = Heap()
    seen(heap, blocks, [1000, 5000], 10)
    seen(heap, blocks, [1000, 5000], 20)
    for change in (700, -700):
        before = heap.state()
        blocks.now += change
        heap.keep(before)
    assert seen(heap, blocks, [1700, 5700], 30)[0] == 700


def test_slow_growth_adds_up_over_quiet_stretches(blocks: Blocks) -> None:
    heap = Heap()
    seen(heap, blocks, [1000], 10)
    for level in (1010, 1020, 1030):
        blocks.now = level
        heap.note(level, level)
        heap.turn(level, quiet=True)
    assert heap.risen(1030) == (30, 1020)


def asked(path: Path) -> Probe:
    """A probe that was asked for a collection after enough censuses."""
    probe = Probe(str(path / "run.jsonl"))
    probe._open()
    probe.looks._census.taken = looks.FIRST_CENSUSES
    probe.looks._garbage.at -= 10
    probe.looks.ask("collect")
    return probe


def collections_in(path: Path) -> list[dict[str, object]]:
    found = [json.loads(line) for line in (path / "run.jsonl").read_text().splitlines()]
    return [record for record in found if record["k"] == "look" and record["kind"] == "collect"]


def test_a_collection_of_the_programs_own_answers(tmp_path: Path) -> None:
    probe = asked(tmp_path)
    probe.looks.note({}, {"python.collections": 3, "keras.models": 20}, 0.1)
    probe.looks.note({"keras.models": 20}, {"python.collections": 4, "keras.models": 2}, 0.1)
    (look,) = collections_in(tmp_path)
    assert (look["before"], look["after"]) == (
        {"keras.models": 20},
        {"python.collections": 4, "keras.models": 2},
    )
    assert not probe.looks._asked


def test_no_answer_without_a_collection_nor_from_old_readings(tmp_path: Path) -> None:
    probe = asked(tmp_path)
    for _ in range(2):
        probe.looks.note({"keras.models": 20}, {"python.collections": 3, "keras.models": 20}, 0.1)
    probe.looks.note({"keras.models": 20}, {"python.collections": 4, "keras.models": 2}, 9.0)
    assert not collections_in(tmp_path)
    assert probe.looks._asked == ["collect"]


def test_a_further_collection_has_to_be_cheap(tmp_path: Path) -> None:
    found, now = asked(tmp_path).looks, system.clock()
    assert found._may_collect(now)
    found._garbage.answered(now, 0.2)
    assert not found._may_collect(now + 5)
    assert found._may_collect(now + 21)


def test_a_collection_that_comes_by_itself_is_waited_for(tmp_path: Path) -> None:
    found, now = asked(tmp_path).looks, system.clock()
    found._begun, found._garbage.own = now - 10, 10
    assert not found._may_collect(now)
    assert found._may_collect(now + 5)  # it did not come


def test_tensors_are_counted_again_where_there_may_be_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    probe = Probe(str(tmp_path / "run.jsonl"))
    made, resident = [10], [5e8]
    monkeypatch.setattr(probe.gauge(census.gauges.TensorGauge), "created", lambda: made[0])
    probe.resident = lambda: resident[0]
    monkeypatch.setattr(census, "live_tensors", lambda old: [None] * 7)
    tensors = census.Tensors(probe)
    probe.started -= 100
    for _ in range(2):
        assert tensors.are_due()
        list(tensors.steps())
        assert not tensors.are_due()  # none was made since
        made[0] += 100
    assert not tensors.are_due()  # as many as before
    resident[0] += census.NOTABLE
    assert tensors.are_due()


@pytest.mark.parametrize(("variables", "collected"), [(40, True), (12, False)])
def test_what_has_multiplied_in_the_last_moment_is_collected_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variables: int, collected: bool
) -> None:
    """Graphs that lie in cycles: without a collection nobody could tell them from a leak when the program is over."""
    probe = asked(tmp_path)
    probe.looks._asked, probe.looks._things, probe.sampler.count = [], {"variable.count": 10}, 3
    monkeypatch.setattr(probe, "read_gauges", lambda: {"variable.count": variables})
    monkeypatch.setattr(probe.looks, "_is_quiet", lambda: True)
    probe.looks.at_exit()
    assert bool(collections_in(tmp_path)) is collected
