"""What is filled and emptied in turn falls between two looks, however far apart they are; what grows does not."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from tensorleak_probe.looks import between
from tensorleak_probe.looks.between import Between
from tensorleak_probe.looks.walk import Walks
from tensorleak_probe.sites import Sites
from walks import let_walks_visit_all

Length = Callable[[int], int]


@pytest.fixture(autouse=True)
def all_that_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    let_walks_visit_all(monkeypatch)


def series(start: int, apart: int) -> list[int]:
    """The units of work at which a series looks."""
    found, looks = [], Between()
    looks.begin(start, apart)
    done = start
    while looks.is_under_way():
        if looks.is_due(done):
            found.append(done)
            looks.seen(done)
        done += 1
    return found


def test_distances_double_up_to_that_of_looks() -> None:
    assert series(100, 16) == [100, 101, 102, 104, 108, 116]
    assert series(100, 1) == [100, 101]


@pytest.mark.parametrize("turn", [2, 3, 4, 5, 7, 16, 33, 100])
def test_every_turn_is_crossed(turn: int) -> None:
    for start in range(turn):
        lengths = [done % turn for done in series(start, 128)]
        assert any(b < a for a, b in itertools.pairwise(lengths)), (turn, start, lengths)


def test_what_grows_never_falls() -> None:
    lengths = [done // 10 for done in series(3, 128)]
    assert lengths == sorted(lengths)


def test_a_series_is_given_up_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(between.system, "clock", lambda: now[0])
    looks = Between()
    looks.begin(10, 8)
    assert looks.is_under_way()
    now[0] += between.PATIENCE + 0.1
    assert not looks.is_under_way()


def test_units_of_work_are_passed_over_while_the_next_look_is_far(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(between.system, "clock", lambda: now[0])
    looks = Between()
    looks.begin(10, 64)
    looks.seen(10)
    assert looks.rest(10) == 0.0  # the pace is not known yet
    now[0], done = 0.016, 26
    looks.seen(done)
    assert looks.rest(done) == pytest.approx(0.5 * 16 * 0.001)
    assert looks.rest(42) == 0.0  # it is due


def test_there_are_a_few_series_only() -> None:
    looks = Between()
    for _ in range(between.SERIES):
        looks.begin(1, 1)
        looks.seen(1)
        looks.seen(2)
    looks.begin(1, 1)
    assert not looks.is_under_way()


class Metric:
    def __init__(self) -> None:
        self.errors: list[bytes] = []


def rows_of(walks: Walks) -> list[dict[str, Any]]:
    return [row for row in walks.glance()[0] if row["holder"]["words"].endswith("Metric.errors")]


def looked_at(length: Length, watched: bool) -> list[dict[str, Any]]:
    """The rows of looks five units apart at an object with a list of that length; between the third and the fourth it is `watched`."""
    walks, metric, rows = Walks(Sites()), Metric(), []
    for look in range(6):
        metric.errors[:] = [bytes(100)] * length(5 * look)
        rows += rows_of(walks)
        if look == 2 and watched:
            for done in series(5 * look + 1, 5):
                metric.errors[:] = [bytes(100)] * length(done)
                walks.look_between()
            walks.watched(11)
    return rows


def in_turn(done: int) -> int:
    return done % 4


def test_looks_alone_may_be_deceived() -> None:
    assert [row["rises"] for row in looked_at(in_turn, watched=False)] == [2, 3]


def test_looks_between_are_not() -> None:
    (row,) = looked_at(in_turn, watched=True)
    assert row["rises"] == 2  # before anybody looked


def test_what_grows_is_told_as_before() -> None:
    rows = looked_at(lambda done: done // 2, watched=True)
    assert [row["rises"] for row in rows] == [2, 3, 4, 5]
    assert [row["above"] for row in rows] == [None] * 4
    assert [row["watched"] for row in rows] == [None, 11, 11, 11]


def test_what_fell_counts_from_where_it_was() -> None:
    walks, metric, told = Walks(Sites()), Metric(), []
    for length in (50, 0, 20, 40, 60, 80):
        metric.errors[:] = [bytes(100)] * length
        told.append([(row["length"], row["above"]) for row in rows_of(walks)])
    assert told == [[], [], [], [], [(60, 10)], [(80, 30)]]


def test_what_rises_all_the_time_grows_although_it_was_larger_before() -> None:
    walks, metric, told = Walks(Sites()), Metric(), []
    for length in (500, 0, *range(10, 110, 10)):
        metric.errors[:] = [bytes(100)] * length
        told.append([row["length"] for row in rows_of(walks)])
    assert told[-3:] == [[80], [90], [100]]
    assert not any(told[:-3])
