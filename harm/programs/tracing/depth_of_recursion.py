"""Recurses until Python refuses, in every round, while containers grow: the depth it reaches is always the same."""
import functools
import sys

import tensorflow

from habit import rounds

sys.setrecursionlimit(260)
kept = []


def deeper(depth):
    try:
        return deeper(depth + 1)
    except RecursionError:
        return depth


def through_a_library(depth):
    try:
        return functools.reduce(lambda _, number: through_a_library(number + 1), [None, depth])
    except RecursionError:
        return depth


def line_by_line(depth):
    try:
        more = depth + 1
        more += 0
        return line_by_line(more)
    except RecursionError:
        return depth


def sideways(depth):
    for name in (None,):
        kept.append(depth)
    return WAYS[len(kept) % len(WAYS)](depth)


WAYS = (deeper, through_a_library, line_by_line)
depths = [sideways(0) for _ in rounds(80)]
print(depths)
