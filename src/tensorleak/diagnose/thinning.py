"""Long series as few points that still draw the same line: of each stretch its first, lowest, highest and last point."""

from __future__ import annotations

from collections.abc import Sequence


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
    """Index ranges of equal length on the axis; empty ones are left out."""
    width = (axis[-1] - axis[0]) / count or 1.0
    found, first = [], 0
    for index in range(1, len(axis) + 1):
        if index == len(axis) or _slot(axis, index, width, count) != _slot(axis, first, width, count):
            found.append((first, index))
            first = index
    return found


def _slot(axis: Sequence[float], index: int, width: float, count: int) -> int:
    return min(count - 1, int((axis[index] - axis[0]) / width))
