"""What a remedy does is told from both measures: each word of the verdict, and what must not lead to it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from lab_support import CALM, LEAK
from tensorleak_engine.model.diagnosis import Verdict

from tensorleak.lab.effect import Effect, effect

SLOWER = replace(LEAK, memory=40_000.0, counters={"graph.ops": 2.0})
ELSEWHERE = replace(LEAK, rule="TL304", counters={})


@pytest.mark.parametrize(
    ("remedy", "expected"),
    [
        (CALM, Effect.STOPS),
        (replace(CALM, verdict=Verdict.DEFERRED, memory=90_000.0), Effect.STOPS),
        (LEAK, Effect.FAILS),
        (replace(LEAK, memory=300_000.0), Effect.FAILS),
        (SLOWER, Effect.SLOWS),
        (ELSEWHERE, Effect.MOVES),
        (None, Effect.UNKNOWN),
    ],
)
def test_words(remedy: object, expected: Effect) -> None:
    assert effect(LEAK, remedy) is expected  # type: ignore[arg-type]


def test_a_counter_that_rises_on_is_growth_whatever_the_diagnosis_says() -> None:
    quiet = replace(CALM, counters={"graph.ops": 6.0})
    assert effect(LEAK, quiet) is Effect.FAILS
    assert effect(LEAK, replace(quiet, counters={"graph.ops": 0.1})) is Effect.STOPS


def test_traces_that_are_made_and_dropped_are_no_growth() -> None:
    traces = replace(LEAK, rule="TL203", counters={"function.traces": 1.0})
    assert effect(traces, replace(CALM, counters={"function.traces": 1.0})) is Effect.STOPS


def test_a_program_that_does_not_grow_here_leaves_nothing_to_stop() -> None:
    assert effect(CALM, CALM) is Effect.NOTHING
    assert effect(CALM, LEAK) is Effect.MOVES


def test_a_run_too_short_proves_nothing_unless_an_exact_counter_or_the_figures_do() -> None:
    short = replace(CALM, verdict=Verdict.TOO_SHORT, memory=50_000.0)
    uncounted = replace(LEAK, counters={})
    assert effect(uncounted, short) is Effect.UNKNOWN
    assert effect(uncounted, replace(short, memory=500.0)) is Effect.STOPS
    assert effect(LEAK, short) is Effect.STOPS
    assert effect(LEAK, replace(short, counters=LEAK.counters)) is Effect.FAILS


def test_steady_growth_of_memory_alone_leaves_doubt() -> None:
    kept = replace(CALM, verdict=Verdict.RETAINED, memory=80_000.0, confirmed=True)
    assert effect(LEAK, kept) is Effect.UNKNOWN
    assert effect(LEAK, replace(kept, confirmed=False)) is Effect.STOPS
    assert effect(LEAK, replace(kept, memory=5_000.0)) is Effect.STOPS
