"""What gains an element every few walks grows, too: an epoch may be longer than the time from look to look. What is full does not."""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import pytest
from tensorleak_probe.looks.walk import Walks
from tensorleak_probe.sites import Sites
from walks import let_walks_visit_all

study: Any = SimpleNamespace()


@pytest.fixture(autouse=True)
def all_that_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    let_walks_visit_all(monkeypatch)


def told(gains: Iterable[int]) -> list[int]:
    """The numbers of the walks that told of a list which gains, or loses, so many elements before each of them."""
    study.rows = []
    walks = Walks(Sites())
    while not walks.prepare():
        pass
    found = []
    for number, gain in enumerate(gains):
        if gain < 0:
            del study.rows[gain:]
        study.rows.extend([number] for _ in range(gain))
        rows, _ = walks.take()
        if any("study.rows" in row["holder"]["trail"] for row in rows):
            found.append(number)
    return found


SLOW = [0, 0, 0, 1]  # one element in four walks


def test_rounds_that_take_several_walks_are_seen() -> None:
    seen = told(SLOW * 6)
    assert seen and seen[0] <= 8
    assert seen == list(range(seen[0], 24)), "told in between, too: it rests no longer than it did before"


def test_rests_that_become_longer_are_an_end() -> None:
    assert told([1] * 4 + [0] * 12)[-1] <= 5
    assert told(SLOW * 4 + [0] * 20)[-1] <= 15 + 8


def test_what_falls_in_between_does_not_grow() -> None:
    assert not told([*SLOW, 0, 0, -1, 0] * 5)


def test_one_late_element_is_no_growth() -> None:
    """A cache that was filled at once and gains one entry long after."""
    assert told([5, 5, 5, *[0] * 14, 1, *[0] * 10]) in ([2, 3], [2])
