"""Intervals come from how much the disjoint stretches of a run disagree."""

from __future__ import annotations

import random

import pytest
from tensorleak_engine.growth import judge
from tensorleak_engine.model.diagnosis import Interval
from tensorleak_engine.spread import added, interval, scaled


def test_an_exact_counter_has_an_interval_of_no_width() -> None:
    growth = judge([(float(step), 3.0 * step) for step in range(121)], floors=False)
    assert growth.interval is not None
    assert (growth.interval.low, growth.interval.high) == pytest.approx((3.0, 3.0))


def test_the_middle_of_the_interval_is_the_rate() -> None:
    noise = random.Random(7)
    growth = judge([(float(step), 5.0 * step + noise.gauss(0, 30)) for step in range(400)])
    assert growth.interval is not None
    assert (growth.interval.low + growth.interval.high) / 2 == pytest.approx(growth.per_unit)
    assert growth.interval.low < 5.0 < growth.interval.high


def test_it_covers_the_true_rate_about_as_often_as_it_says() -> None:
    """Independent stretches: 95 % by construction; 2,000 trials stray from it by half a per cent."""
    noise, covered = random.Random(11), 0
    for _ in range(2000):
        span = interval([(10.0, 10 * noise.gauss(2.0, 0.5)) for _ in range(5)])
        assert span is not None
        covered += span.low <= 2.0 <= span.high
    assert 0.93 <= covered / 2000 <= 0.97


def test_it_is_wider_for_noise_than_for_none_and_narrower_for_more_stretches() -> None:
    noise = random.Random(3)
    few, many = ([(1.0, noise.gauss(1.0, 0.2)) for _ in range(count)] for count in (3, 11))
    wide, narrow = interval(few), interval(many)
    assert wide is not None
    assert narrow is not None
    assert wide.high - wide.low > narrow.high - narrow.low > 0


def test_long_stretches_weigh_more() -> None:
    span = interval([(1.0, 100.0), (99.0, 99.0)])
    assert span is not None
    assert (span.low + span.high) / 2 == pytest.approx(199 / 100)


def test_one_stretch_says_nothing() -> None:
    assert interval([(10.0, 5.0)]) is None
    assert interval([(10.0, 5.0), (0.0, 3.0)]) is None
    assert judge([(0.0, 1.0), (1.0, 2.0)]).interval is None


def test_sums_and_multiples() -> None:
    assert scaled(Interval(1.0, 2.0), 10.0) == Interval(10.0, 20.0)
    assert added(Interval(1.0, 2.0), Interval(3.0, 5.0)) == Interval(4.0, 7.0)
    assert scaled(None, 2.0) is added(None, Interval(1.0, 2.0)) is None
