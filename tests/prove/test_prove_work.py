"""Work is compared by what a repair leaves as it is; where the repair moved it, by where it went."""

from __future__ import annotations

from pathlib import Path

from stage import recording

from tensorleak.compare.work import compare, counters
from tensorleak.recording import load


def test_the_main_unit_decides() -> None:
    assert compare({"session_runs": 100}, {"session_runs": 81}, "session_runs", False).enough
    assert not compare({"session_runs": 100}, {"session_runs": 79}, "session_runs", True).enough


def test_operations_built_are_not_work() -> None:
    found = compare({"session_runs": 100, "tensors": 900}, {"session_runs": 100}, "session_runs", False)
    assert (found.enough, found.unit) == (True, "session run")


def test_work_that_moved_to_another_counter() -> None:
    before = {"predict_batches": 158, "function_calls": 158}
    found = compare(before, {"function_calls": 1975}, "predict_batches", False)
    assert (found.enough, found.counter) == (True, "function_calls")


def test_a_rare_counter_does_not_excuse_the_main_one() -> None:
    before = {"gradients": 500, "dataset_items": 10}
    assert not compare(before, {"gradients": 100, "dataset_items": 10}, "gradients", True).enough


def test_without_sure_counters_the_output_tells() -> None:
    before, after = {"tensors": 1000}, {"tensors": 700}
    assert compare(before, after, "births", True).enough
    assert not compare(before, after, "births", False).enough
    assert not compare({}, {}, "seconds", False).enough


def test_counts_go_to_the_very_end(tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    file.write_text(recording(30, 0) + '{"k":"sample","t":9.0,"w":{"session_runs":77},"final":true}\n')
    first = load(file)
    assert counters([first])["session_runs"] == 77
    assert counters([first, first])["session_runs"] == 154
