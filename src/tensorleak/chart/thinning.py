"""Long series as few points that still draw the same line: of each stretch its first, lowest, highest and last point."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise


def kept(axis: Sequence[float], values: Sequence[float], most: int) -> list[int]:
    """The indices of at most `most` points, in order; every extreme of a stretch of the axis is among them."""
    if len(values) <= most:
        return list(range(len(values)))
    chosen: set[int] = set()
    for first, last in stretches(axis, max(1, most // 4)):
        inside = range(first, last)
        chosen |= {first, last - 1, min(inside, key=values.__getitem__), max(inside, key=values.__getitem__)}
    return sorted(chosen)


def stretches(axis: Sequence[float], count: int) -> list[tuple[int, int]]:
    """Index ranges of equal length on a rising axis; empty ones are left out."""
    width = (axis[-1] - axis[0]) / count
    borders = [bisect_left(axis, axis[0] + step * width) for step in range(1, count)]
    return [pair for pair in pairwise([0, *borders, len(axis)]) if pair[0] < pair[1]]
