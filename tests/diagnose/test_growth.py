"""Growth must repeat and must not slow down: each shape that leaks has one beside it that does not."""

from __future__ import annotations

import random

import pytest
from tensorleak_engine.growth import Trend, judge

N = 300
NOISE = random.Random(1)


def series(function) -> list[tuple[float, float]]:
    return [(float(step), float(function(step))) for step in range(N)]


GROWING = {
    "one per step": lambda t: t,
    "one in ten steps": lambda t: t // 10,
    "one per twenty steps, in tens": lambda t: 10 * (t // 20),
    "after a warm-up": lambda t: t + min(t, 30) * 5,
    "under a saw-tooth": lambda t: t + 40 * ((t % 25) / 25),
    "on half of the steps": lambda t: sum(1 for i in range(t) if (i * 7919) % 10 < 5),
}
CALM = {
    "flat": lambda t: 7,
    "warm-up": lambda t: min(t, 60),
    "buffer that fills for a third": lambda t: min(t, 100),
    "buffer that fills for two thirds": lambda t: min(t, 200),
    "saw-tooth": lambda t: 40 * ((t % 25) / 25),
    "slow saw-tooth": lambda t: 40 * ((t % 90) / 90),
    "one jump": lambda t: 100 * (t > 150),
    "late jump": lambda t: 100 * (t > 280),
    "two jumps": lambda t: 100 * (t > 100) + 100 * (t > 200),
    "finite set of shapes": lambda t: len({(i * 7919) % 40 for i in range(t)}),
    "shapes met by chance": lambda t: 60 * (1 - 0.985**t),
}


@pytest.mark.parametrize("name", GROWING)
def test_growth_is_confirmed(name: str) -> None:
    assert judge(series(GROWING[name]), noise=1.5).trend is Trend.GROWING


@pytest.mark.parametrize("name", CALM)
def test_what_stops_is_not_growth(name: str) -> None:
    assert judge(series(CALM[name]), noise=1.5).trend is not Trend.GROWING


def read_now_and_then(function, readings: int, seed: int) -> list[tuple[float, float]]:
    """The same, on a machine that let so few readings be taken."""
    points = series(function)
    return [points[index] for index in sorted({0, N - 1, *random.Random(seed).sample(range(N), readings)})]


@pytest.mark.parametrize("name", ["one per step", "one in ten steps", "on half of the steps"])
def test_few_readings_confirm_what_rises_in_all_of_them(name: str) -> None:
    """No stretch counts as flat because nobody read it: ten readings do nearly always, and no rising count is said to have stopped."""
    said = [judge(read_now_and_then(GROWING[name], 10, seed), noise=1.5).trend for seed in range(200)]
    assert said.count(Trend.GROWING) >= 0.9 * len(said)
    assert set(said) <= {Trend.GROWING, Trend.UNCLEAR, Trend.BOUNDED}
    assert said.count(Trend.BOUNDED) <= 0.03 * len(said)  # none of the readings fell into the last third


@pytest.mark.parametrize("name", CALM)
def test_few_readings_confirm_little_else(name: str) -> None:
    said = [judge(read_now_and_then(CALM[name], 10, seed), noise=1.5).trend for seed in range(200)]
    assert said.count(Trend.GROWING) <= 0.02 * len(said)


def test_rate_is_per_unit_of_work() -> None:
    points = [(3.0 * step, 12.0 * step) for step in range(N)]
    assert judge(points).per_unit == pytest.approx(4.0, rel=0.05)


def test_noise_alone_is_no_growth() -> None:
    rng = random.Random(3)
    for _ in range(200):
        walk, level = [], 0.0
        for step in range(N):
            level = 0.9 * level + rng.gauss(0, 1e6)
            walk.append((float(step), 5e8 + level))
        assert judge(walk, noise=6e6).trend is not Trend.GROWING


def test_too_few_units_say_nothing() -> None:
    assert judge([(0.0, 1.0), (3.0, 5.0), (6.0, 9.0)]).trend is Trend.UNKNOWN
