"""Clocks and sleep that raise, as strict test suites have them."""
import time

import tensorflow

from habit import rounds


def refuse(*words):
    raise AssertionError("no clocks in tests")


for name in ("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time", "thread_time", "sleep"):
    setattr(time, name, refuse)
for _ in rounds(60):
    pass
print("end")
