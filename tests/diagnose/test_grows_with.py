"""Which of two kinds of work memory grows with: loads every now and then, or the calls between them."""

from __future__ import annotations

import pytest
from tensorleak_engine.case import Case
from tensorleak_engine.native import share_with
from tensorleak_engine.recording import Recording
from tensorleak_engine.records import Header
from tensorleak_engine.timeline import Timeline


def case(per_load: float, per_call: float, calls: int = 60, interval: int = 7) -> Case:
    """Samples every `interval` calls of a program that loads a model before every `calls` of them."""
    times, loads, done, memory = [], [], [], []
    for sample in range(300):
        total = sample * interval
        loaded = total // calls + 1
        times.append(float(sample))
        loads.append(float(loaded))
        done.append(float(total))
        memory.append(per_load * loaded + per_call * total)
    timeline = Timeline(times, {"model_loads": loads, "function_calls": done}, {"malloc.in_use": memory})
    header = Header(
        format="tensorleak.recording/1",
        id="a",
        pid=1,
        time=1.0,
        probe="1",
        python="3.11",
        platform="Linux",
        program="p.py",
    )
    return Case(Recording("r", header), timeline, ["function_calls"])


@pytest.mark.parametrize(
    ("per_load", "per_call", "share"),
    [(2e6, 0.0, 1.0), (0.0, 3e4, 0.0), (1e6, 1e6 / 60, 0.5)],
    ids=["loads", "calls", "both"],
)
def test_share(per_load: float, per_call: float, share: float) -> None:
    assert share_with(case(per_load, per_call), "model_loads") == pytest.approx(share, abs=0.05)


def test_what_cannot_be_told_apart_is_nobodys() -> None:
    """A load and its calls lie in every interval between two samples."""
    assert share_with(case(2e6, 0.0, calls=5, interval=50), "model_loads") == 0.0
