"""Time stands still: all clocks are patched as freezegun does."""
import datetime
import time

import tensorflow

from habit import rounds

calls = []
for name in "time time_ns monotonic monotonic_ns perf_counter perf_counter_ns process_time thread_time gmtime localtime".split():
    def clock(*words, name=name):
        calls.append(name)
        return 1_000_000_000 if name.endswith("ns") else 1.0

    setattr(time, name, clock)
for _ in rounds(60):
    pass
print("calls", calls)
