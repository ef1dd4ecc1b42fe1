"""What traces take is weighed while asking malloc is cheap; what was not weighed counts for the mean of the function's others."""

from __future__ import annotations

from typing import Any

import pytest
from tensorleak_probe import scale
from tensorleak_probe.scale import Scale
from tensorleak_probe.traces import OpenTrace


class Malloc:
    """A count of bytes in use that takes so many seconds to ask for."""

    def __init__(self, cost: float, patch: pytest.MonkeyPatch) -> None:
        self.now, self.cost, self.asked = 0.0, cost, 0
        patch.setattr(scale.system, "clock", lambda: self.now)
        patch.setattr(scale.system, "processor", lambda: self.now)
        self.scale = Scale(self._in_use)

    def _in_use(self) -> int:
        self.now += self.cost
        self.asked += 1
        return self.asked

    def run(self, seconds: float, times: int) -> int:
        """Asks so many times in so many seconds; how often it was told."""
        told = 0
        for _ in range(times):
            self.now += seconds / times
            told += self.scale.weigh() is not None
        return told


def test_cheap_answers_are_all_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Malloc(1e-5, monkeypatch).run(seconds=60, times=5000) == 5000


def test_dear_answers_take_their_share_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    malloc = Malloc(2e-3, monkeypatch)
    told = malloc.run(seconds=60, times=5000)
    assert 80 <= told <= 90
    assert malloc.cost * told < 0.18


def row() -> dict[str, Any]:
    return {"bytes": 0.0, "measured": 0, "seconds": 0.0}


def test_a_trace_that_was_not_weighed_counts_for_the_mean() -> None:
    traced = row()
    for before, after in ((1000, 1300), (2000, 2100), (None, None), (5000, None)):
        trace = OpenTrace(1, traced, before)
        trace.measure(after)
        trace.measure(after)  # the function that the trace makes after an inner one
    assert traced["bytes"] == 4 * 200
    assert traced["measured"] == 4


def test_the_last_weight_of_a_trace_is_its_own() -> None:
    traced = row()
    trace = OpenTrace(1, traced, 1000)
    for after in (1100, 1500, None):
        trace.measure(after)
    assert traced["bytes"] == 500


def test_where_malloc_tells_nothing_traces_weigh_nothing() -> None:
    traced = row()
    OpenTrace(1, traced, None).measure(None)
    assert traced["bytes"] == 0
