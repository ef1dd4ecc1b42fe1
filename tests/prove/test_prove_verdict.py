"""The verdict of a proof: proven only where growth is gone, work and status are the same, and so is the output."""

from __future__ import annotations

from dataclasses import replace

import pytest
from proofs import comparison, finding, larger, trial
from tensorleak_engine.model.diagnosis import KnownLeak, Verdict

from tensorleak.compare.work import WorkComparison
from tensorleak.prove.gauges import GaugeChange
from tensorleak.prove.output import OutputComparison, Sameness
from tensorleak.prove.proof import Comparison, ProofVerdict
from tensorleak.prove.verdict import rule

LEAK = finding()
OTHER = finding("TL301", subject="losses", count=1)
DIFFERENT = OutputComparison(Sameness.DIFFERENT, 3, "0.5", "0.9")


@pytest.mark.parametrize(
    ("compared", "expected"),
    [
        (comparison(trial(LEAK), trial()), ProofVerdict.PROVEN),
        (comparison(trial(LEAK), trial(), OutputComparison(Sameness.ROUNDING)), ProofVerdict.PROVEN),
        (comparison(trial(LEAK), trial(), DIFFERENT), ProofVerdict.IMPROVED),
        (comparison(trial(LEAK, OTHER), trial(OTHER)), ProofVerdict.IMPROVED),
        (comparison(trial(LEAK), trial(larger(LEAK, 0.1))), ProofVerdict.IMPROVED),
        (comparison(trial(LEAK), trial(LEAK)), ProofVerdict.UNCHANGED),
        (comparison(trial(LEAK), trial(larger(LEAK, 3))), ProofVerdict.WORSE),
        (comparison(trial(LEAK), trial(OTHER)), ProofVerdict.NEW_LEAK),
        (comparison(trial(), trial(LEAK)), ProofVerdict.NEW_LEAK),
        (comparison(trial(), trial()), ProofVerdict.NOTHING),
        (comparison(trial(replace(LEAK, verdict=Verdict.GROWING)), trial()), ProofVerdict.NOTHING),
        (comparison(trial(replace(LEAK, verdict=Verdict.UNEXPLAINED)), trial()), ProofVerdict.PROVEN),
        (comparison(trial(LEAK), trial(replace(OTHER, verdict=Verdict.GROWING))), ProofVerdict.IMPROVED),
        (comparison(trial(LEAK), trial(status=1)), ProofVerdict.NOT_COMPARABLE),
        (comparison(trial(LEAK, status=137), trial()), ProofVerdict.NOT_COMPARABLE),
        (comparison(trial(LEAK), trial(verdict=Verdict.TOO_SHORT)), ProofVerdict.NOT_COMPARABLE),
        (
            comparison(trial(LEAK), trial(), work=WorkComparison("session_runs", 100, 50, False)),
            ProofVerdict.NOT_COMPARABLE,
        ),
        (comparison(trial(LEAK), trial(), work=WorkComparison("seconds", 0, 0, False)), ProofVerdict.NOT_COMPARABLE),
    ],
)
def test_verdict(compared: Comparison, expected: ProofVerdict) -> None:
    verdict, sentence = rule(compared)
    assert verdict is expected, sentence
    assert sentence


def test_output_may_be_left_out_of_account() -> None:
    assert rule(comparison(trial(LEAK), trial(), DIFFERENT), output_counts=False)[0] is ProofVerdict.PROVEN


def test_a_quick_run_after_counts_where_exact_counters_are_level() -> None:
    short = comparison(trial(LEAK), trial(verdict=Verdict.TOO_SHORT))
    level = replace(short, gauges=(GaugeChange("graph.ops", 3.0, 0.0, True),))
    rising = replace(short, gauges=(GaugeChange("graph.ops", 3.0, 2.9, True),))
    assert rule(level)[0] is ProofVerdict.PROVEN
    assert rule(rising)[0] is ProofVerdict.NOT_COMPARABLE


def test_a_counter_that_rises_on_is_not_overlooked() -> None:
    calm = comparison(trial(LEAK), trial())
    rising = replace(calm, gauges=(GaugeChange("graph.ops", 3.0, 2.9, True, True),))
    level = replace(calm, gauges=(GaugeChange("graph.ops", 3.0, 0.1, True, False),))
    assert rule(rising)[0] is ProofVerdict.UNCHANGED
    assert rule(level)[0] is ProofVerdict.PROVEN


def test_the_librarys_own_leak_does_not_stand_in_the_way() -> None:
    known = replace(OTHER, known_leak=KnownLeak("k", "title", "issue", "way"))
    verdict, sentence = rule(comparison(trial(LEAK, known), trial(known)))
    assert (verdict, "library's own" in sentence) == (ProofVerdict.PROVEN, True)
    assert rule(comparison(trial(known), trial(known)))[0] is ProofVerdict.UNCHANGED
    assert rule(comparison(trial(known), trial()))[0] is ProofVerdict.PROVEN


def test_sentences_name_the_fact() -> None:
    assert "none after it" in rule(comparison(trial(LEAK), trial()))[1]
    assert "line 3 was '0.5' and is '0.9'" in rule(comparison(trial(LEAK), trial(), DIFFERENT))[1]
    assert "status 0 before and 1 after: ValueError: broken" in rule(comparison(trial(LEAK), trial(status=1)))[1]
    assert "3 (1 KB) per session run before, 9 (3 KB)" in rule(comparison(trial(LEAK), trial(larger(LEAK, 3))))[1]
