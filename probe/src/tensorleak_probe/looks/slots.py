"""Containers that were made with all their places, to be filled one after the other: `[None] * n`, an array of objects.

Their length says nothing of what they hold. What counts is how many places are taken, up to the last one that holds something.
"""

from __future__ import annotations

import itertools
import operator

from tensorleak_probe import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tensorleak_probe.vocabulary import Thing

MOST = 250000  # places that are gone through, at 30 ns each


def taken(places: Thing) -> int:
    """Places of a list that are taken, up to the last one that holds something."""
    length, last = list.__len__(places), list.__getitem__(places, slice(-1, None))
    if length > MOST or not last or last[0] is not None:
        return length
    taken_ones = map(operator.is_not, list.__reversed__(places), itertools.repeat(None))
    return length - next(itertools.compress(itertools.count(), taken_ones), length)


def of_array(array: Any) -> list[Any]:
    """What NumPy's own array of objects holds, place by place; of a very large one its end."""
    places: list[Any] = array.ravel()[-MOST:].tolist()
    return places


def newest(places: Thing, count: int) -> list[Any] | None:
    """The elements in the last places of a list that are taken; None where it has no free place at its end, or is no list."""
    if not plain.is_a(places, list):
        return None
    end = taken(places)
    return list.__getitem__(places, slice(max(0, end - count), end)) if end < list.__len__(places) else None
