"""What became of a leak: fixed, new, better, worse, unchanged, or unknown where a run could not have shown it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sides import UNIT, changed, finding, rate, run
from tensorleak_engine.model.diagnosis import Finding, Interval, MemoryGrowth, Verdict

from tensorleak.compare import Change, compare

LEAK = finding()


def became(before: list[Finding], after: list[Finding]) -> list[str]:
    return [str(item.change) for item in compare(run("A", *before), run("B", *after)).findings]


def test_fixed_new_and_unchanged() -> None:
    other = finding("TL301", subject="losses")
    assert became([LEAK], []) == ["fixed"]
    assert became([], [LEAK]) == ["new"]
    assert became([LEAK], [LEAK]) == ["unchanged"]
    assert became([LEAK], [other]) == ["new", "fixed"]
    assert became([], []) == []


@pytest.mark.parametrize(
    ("factor", "spread", "change"),
    [
        (3.0, 0.05, "worse"),
        (1 / 3, 0.05, "better"),
        (1.25, 0.05, "worse"),  # a fifth more, and the intervals are apart
        (1.1, 0.01, "unchanged"),  # apart, but it does not matter
        (1.4, 0.3, "unchanged"),  # it would matter, but the intervals overlap
        (3.0, 0.6, "unchanged"),
        (1.9, None, "unchanged"),  # without intervals only a factor of two counts
        (2.1, None, "worse"),
        (0.4, None, "better"),
    ],
)
def test_rates_must_be_apart_and_differ_enough(factor: float, spread: float | None, change: str) -> None:
    before = finding(how_fast=rate(3.0, 1000.0, spread))
    after = finding(how_fast=rate(3.0 * factor, 1000.0 * factor, spread))
    assert became([before], [after]) == [change]


def test_bytes_decide_where_they_tell() -> None:
    """Twice as many things of a tenth of the size are better for memory."""
    assert became([finding(how_fast=rate(1, 1000))], [finding(how_fast=rate(2, 200))]) == ["better"]
    assert became([finding(how_fast=rate(1, 0))], [finding(how_fast=rate(2, 0))]) == ["worse"]


def test_exact_counts_are_better_than_bytes_that_memory_did_not_confirm() -> None:
    vague = replace(rate(3.0, 90_000.0), bytes_interval=None)
    assert became([finding(how_fast=rate(3.0, 1000.0))], [finding(how_fast=vague)]) == ["unchanged"]
    assert became([finding(how_fast=rate(3.0, 1000.0))], [finding(how_fast=rate(3.0, 90_000.0))]) == ["worse"]


def test_a_renamed_function_is_the_same_leak() -> None:
    change = compare(run("A", finding(function="step")), run("B", finding(function="train_step"))).findings[0]
    assert (change.change, change.moved) == (Change.UNCHANGED, True)
    assert change.reason == "moved from step() of train.py to train_step() of train.py"


def test_a_renamed_file_is_the_same_leak_when_what_holds_it_kept_its_name() -> None:
    old, new = (finding("TL301", file, subject="losses", path=("a", "b")) for file in ("/a/train.py", "/a/fit.py"))
    change = compare(run("A", old), run("B", new)).findings[0]
    assert (change.change, change.moved) == (Change.UNCHANGED, True)


def test_another_container_in_the_same_file_is_another_leak() -> None:
    old, new = (finding("TL301", subject=name, path=("self", name)) for name in ("losses", "outputs"))
    assert became([old], [new]) == ["new", "fixed"]


def test_a_line_or_folder_that_moved_is_not_worth_a_word() -> None:
    change = compare(run("A", LEAK), run("B", finding(file="/copy/train.py"))).findings[0]
    assert (change.change, change.moved, change.reason) == (Change.UNCHANGED, False, "")


def test_absent_in_a_run_too_short_to_judge_is_unknown() -> None:
    comparison = compare(run("A", LEAK), run("B", work=5, verdict=Verdict.TOO_SHORT))
    assert comparison.overall is Change.UNKNOWN
    assert comparison.findings[0].change is Change.UNKNOWN
    assert "B was too short" in comparison.findings[0].reason
    assert comparison.memory.change is Change.UNKNOWN


def test_absent_in_a_run_that_did_too_little_is_unknown() -> None:
    slow = finding(how_fast=rate(0.05, 100.0))
    comparison = compare(run("A", slow), run("B", work=100))
    assert comparison.findings[0].change is Change.UNKNOWN
    assert comparison.findings[0].reason == "B did only 100 × session run, A 200: too few to show it"
    assert became([slow], []) == ["fixed"]  # with as much work


def test_a_shorter_run_is_enough_for_a_fast_leak() -> None:
    assert compare(run("A", LEAK), run("B", work=100)).findings[0].change is Change.FIXED


def test_present_after_a_run_too_short_to_judge_is_not_called_new() -> None:
    change = compare(run("A", verdict=Verdict.TOO_SHORT), run("B", LEAK)).findings[0]
    assert change.change is Change.UNKNOWN
    assert "A was too short" in change.reason


def test_a_container_needs_time_for_close_looks() -> None:
    kept = finding("TL301", subject="losses", path=("self", "losses"))
    quick = run("B")
    short = changed(quick, growth=replace(quick.diagnosis.growth, seconds=1.0))
    assert compare(run("A", kept), short).findings[0].change is Change.UNKNOWN
    assert compare(run("A", LEAK), short).findings[0].change is Change.FIXED  # counters need no look
    equal = changed(run("A", kept), growth=replace(quick.diagnosis.growth, seconds=1.0))
    assert compare(equal, short).findings[0].change is Change.FIXED  # as long as the run that shows it


def test_memory_that_grows_on_without_an_owner_may_be_the_same_leak() -> None:
    growing = MemoryGrowth(900.0, UNIT, 0.0, 1e5, 200, 10.0, True)
    change = compare(run("A", LEAK), changed(run("B"), growth=growing)).findings[0]
    assert change.change is Change.UNKNOWN
    assert "nothing explains it" in change.reason
    explained = replace(growing, explained_share=0.9)
    assert compare(run("A", LEAK), changed(run("B"), growth=explained)).findings[0].change is Change.FIXED


def test_what_was_never_confirmed_is_neither_new_nor_fixed() -> None:
    maybe = finding(verdict=Verdict.GROWING)
    for before, after in (([maybe], []), ([], [maybe])):
        change = compare(run("A", *before), run("B", *after)).findings[0]
        assert change.change is Change.UNKNOWN
        assert "not yet confirmed" in change.reason


def test_environments_that_differ_are_said_plainly() -> None:
    other = changed(run("B", LEAK), environment={"python": "3.12.1", "tensorflow": "2.21.0", "platform": "Linux-6"})
    comparison = compare(run("A", LEAK), other)
    assert [(item.what, item.before, item.after) for item in comparison.differences] == [("Python", "3.11.7", "3.12.1")]
    assert comparison.notes == ("rates compare badly: Python is not the same in both runs",)
    assert compare(run("A"), run("B")).notes == ()


def test_units_that_differ_are_converted_where_both_runs_did_both() -> None:
    batches = finding(how_fast=rate(6.0, 2000.0, unit="training batch"))
    both = {"session_runs": 200, "train_batches": 100}
    change = compare(changed(run("A", LEAK), work=both), changed(run("B", batches), work=both)).findings[0]
    assert change.change is Change.UNCHANGED  # 3 per session run are 6 per training batch
    assert change.before_rate is not None
    assert (change.before_rate.unit, change.before_rate.count_per_unit) == ("training batch", 6.0)


def test_units_that_cannot_be_converted_leave_it_open() -> None:
    batches = finding(how_fast=rate(6.0, 2000.0, unit="training batch"))
    comparison = compare(run("A", LEAK), changed(run("B", batches), work={"train_batches": 100}))
    assert comparison.findings[0].change is Change.UNKNOWN
    assert "still there" in comparison.findings[0].reason


def test_memory_as_a_whole() -> None:
    def whole(before: MemoryGrowth, after: MemoryGrowth) -> str:
        runs = changed(run("A"), growth=before), changed(run("B"), growth=after)
        return str(compare(*runs).memory.change)

    steady = MemoryGrowth(10.0, UNIT, 0.0, 1e3, 200, 10.0, False, Interval(-50.0, 50.0))
    growing = MemoryGrowth(1000.0, UNIT, 1.0, 1e6, 200, 10.0, True, Interval(900.0, 1100.0))
    faster = MemoryGrowth(2000.0, UNIT, 1.0, 1e6, 200, 10.0, True, Interval(1900.0, 2100.0))
    vague = replace(faster, interval=Interval(500.0, 3500.0))
    assert whole(growing, steady) == "better"
    assert whole(steady, growing) == "worse"
    assert whole(growing, faster) == "worse"
    assert whole(faster, growing) == "better"
    assert whole(growing, vague) == whole(steady, steady) == "unchanged"


@pytest.mark.parametrize(
    ("before", "after", "overall"),
    [
        ([], [], "unchanged"),
        ([LEAK], [LEAK], "unchanged"),
        ([LEAK], [], "fixed"),
        ([LEAK, finding("TL301")], [finding("TL301")], "better"),
        ([LEAK], [finding("TL301")], "new"),
        ([LEAK], [finding(how_fast=rate(9, 9000))], "worse"),
    ],
)
def test_overall(before: list[Finding], after: list[Finding], overall: str) -> None:
    comparison = compare(run("A", *before), run("B", *after))
    assert str(comparison.overall) == overall
    assert comparison.sentence
