"""Clocks that jump back, to infinity and to no number at all.

lanes = ["any", "tf2", "tf1"]
"""
import itertools
import time

import tensorflow

from habit import rounds

for _ in rounds(10):
    pass
times = itertools.cycle([1e9, 0, -5, 1e18, float("nan"), float("inf")])
for name in ("time", "monotonic", "perf_counter", "thread_time", "process_time"):
    setattr(time, name, lambda: next(times))
for _ in rounds(50):
    pass
print("end")
