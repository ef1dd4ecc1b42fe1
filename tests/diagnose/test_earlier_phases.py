"""A leak in the program's main loop stays one when a later loop is calm; what a short loop at the start made is bounded."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from built import loop
from tensorleak_engine.model.diagnosis import Diagnosis, Verdict


def ended(folder: Path, after: int, gone: float = math.inf) -> Diagnosis:
    """Of 300 rounds the first ones add operations to the graph; the others run what is there."""
    built = loop(rounds=300).builds(3).grows("graph.ops", 3, until=after, gone=gone).takes_memory(2e5, until=after)
    return built.leaves(after).diagnosis(folder)


@pytest.mark.parametrize("after", [180, 200, 220])
def test_a_later_loop_hides_nothing(after: int, tmp_path: Path) -> None:
    found = ended(tmp_path, after)
    assert (found.verdict, [one.rule for one in found.findings]) == (Verdict.LEAK, ["TL101"])
    assert found.sentence.endswith("in a loop that has ended; what it made is still there")
    assert found.findings[0].rate.count_per_unit == pytest.approx(3, rel=0.05)
    assert found.seconds == pytest.approx(12.0)
    assert found.seconds_to_limit is None  # it goes on no more


@pytest.mark.parametrize("after", [40, 90, 140])
def test_a_loop_at_the_start_has_an_end(after: int, tmp_path: Path) -> None:
    found = ended(tmp_path, after)
    assert found.verdict in (Verdict.BOUNDED, Verdict.STEADY)
    assert not found.findings


def test_what_was_let_go_of_is_no_leak(tmp_path: Path) -> None:
    found = ended(tmp_path, 220, gone=225)
    assert found.verdict is not Verdict.LEAK


def test_an_ensemble_that_is_trained_and_then_used_is_no_leak(tmp_path: Path) -> None:
    built = loop(rounds=300).grows("keras.models", 1, until=200).born("model").takes_memory(2e5, until=200)
    assert built.collected(0.3).leaves(200).diagnosis(tmp_path).verdict is not Verdict.LEAK


@pytest.mark.parametrize(("each", "verdict"), [(1, Verdict.LEAK), (0.4, Verdict.BOUNDED)])
def test_more_traces_than_a_warm_up_makes(each: float, verdict: Verdict, tmp_path: Path) -> None:
    """Two hundred in the main loop are no warm-up; eighty may be one over all shapes, which the later loop uses."""
    built = loop(rounds=300).traced("shape", each).takes_memory(2e5, until=200)
    built.grows("function.traces", each, until=200).grows("function.graphs", each, until=200)
    assert built.collected(0.3).leaves(200).diagnosis(tmp_path).verdict is verdict
