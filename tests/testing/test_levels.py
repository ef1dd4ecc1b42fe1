"""What levels tell is pure: levels in, growth out; every growth that counts stands beside one that does not."""

from __future__ import annotations

import pytest
from tensorleak_engine.growth import Growth, Trend
from tensorleak_probe.testing import levels as judge

LENGTH = 10


def taken(gauge: str, *steps: float) -> list[dict[str, float]]:
    found, value = [{gauge: 1e6}], 1e6
    for step in steps:
        value += step
        found.append({gauge: value})
    return found


@pytest.mark.parametrize(
    "gauge, steps", [("tensor.count", (10,) * 4), ("graph.ops", (1, 1, 1, 1)), (judge.BYTES, (20_000,) * 4)]
)
def test_growth_in_every_stretch_is_confirmed(gauge: str, steps: tuple[float, ...]) -> None:
    growth = judge.confirmed(gauge, taken(gauge, *steps), LENGTH, 1000)
    assert growth is not None
    assert growth.per_unit == pytest.approx(steps[0] / LENGTH)


@pytest.mark.parametrize(
    "gauge, steps",
    [
        ("tensor.count", (10, 10, 0, 0)),  # a cache that is full
        ("tensor.count", (10, 10, 10, 0)),  # full at last
        ("graph.ops", (90, 1, 1, 1)),  # one event, and crumbs
        ("function.graphs", (12, 8, 3, 2)),  # slows down: shapes run out
        (judge.BYTES, (20_000, 20_000, 20_000, 500)),
        (judge.BYTES, (9_000,) * 4),  # under the limit of 1 KB per iteration
        (judge.BYTES, (40_000, -30_000, 40_000, 20_000)),  # a saw-tooth
    ],
)
def test_what_stops_slows_or_falls_is_not(gauge: str, steps: tuple[float, ...]) -> None:
    assert judge.confirmed(gauge, taken(gauge, *steps), LENGTH, 1000) is None


def test_no_verdict_on_too_few_stretches() -> None:
    assert judge.confirmed("tensor.count", taken("tensor.count", 10, 10, 10), LENGTH, 1000) is None


def test_suspects_grew_in_both_halves() -> None:
    assert judge.suspects(taken("tensor.count", 0, 1, 0, 0, 0, 1), LENGTH, 1000) == ["tensor.count"]
    assert judge.suspects(taken("tensor.count", 5, 5, 5, 0, 0, 0), LENGTH, 1000) == []
    assert judge.suspects(taken(judge.BYTES, *(20_000,) * 6), LENGTH, 1000) == [judge.BYTES]
    assert judge.suspects(taken(judge.BYTES, *(300,) * 6), LENGTH, 1000) == []


def test_resident_memory_speaks_only_where_malloc_does_not() -> None:
    both = [{judge.BYTES: 1e6, judge.COARSE: 1e8 + 9e6 * i} for i in range(7)]
    alone = [{judge.COARSE: level[judge.COARSE]} for level in both]
    assert judge.suspects(both, LENGTH, 1000) == []
    assert judge.suspects(alone, LENGTH, 1000) == [judge.COARSE]


def test_hopeless_never_stops_what_would_be_confirmed() -> None:
    for gauge, step in (("tensor.count", 3), (judge.BYTES, 20_000)):
        grown = taken(gauge, *(step,) * 4)
        assert not any(judge.hopeless(gauge, grown[: n + 1], LENGTH, 1000) for n in range(1, 5))
    assert judge.hopeless("tensor.count", taken("tensor.count", 3, 0), LENGTH, 1000)


def test_a_model_explains_its_variables() -> None:
    growth = Growth(Trend.GROWING, 1.0, 40, 40)
    main = judge.main_growth([(name, growth) for name in (judge.BYTES, "variable.count", "keras.models")])
    assert main == ("keras.models", growth)
