"""Patches clocks before it imports TensorFlow, and counts who asks."""
import time

real, calls = time.monotonic, []
for name in ("time", "monotonic", "perf_counter", "sleep"):
    setattr(time, name, lambda *words, name=name: calls.append(name) or 5.0)
import tensorflow

from habit import mark

start, kept = real(), []
while real() - start < 1.5:
    kept.append([bytearray(1000)] * 5)
    mark()
print("calls", sorted(set(calls)))
