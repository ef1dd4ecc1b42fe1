"""Recurses without end, catches it, then ends with the uncaught one."""
import sys

import tensorflow

from habit import mark, rounds

depths = []


def deep(number):
    mark()
    try:
        return deep(number + 1)
    except RecursionError:
        return number


for _ in rounds(20):
    pass
deepest = deep(0)
print(900 < deepest < 1000)


def plain(number):
    return plain(number + 1)


plain(0)
