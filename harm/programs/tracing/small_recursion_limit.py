"""Lowers the recursion limit to what it just needs."""
import sys
import time

import tensorflow

from habit import mark, rounds

for _ in rounds(10):
    pass
sys.setrecursionlimit(60)
kept = []
for number in range(50):
    kept.append([number] * 100)
    mark()
    time.sleep(0.025)


def deep(number):
    return number and deep(number - 1)


print(deep(30), sys.getrecursionlimit())
