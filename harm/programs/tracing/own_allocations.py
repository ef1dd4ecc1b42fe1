"""tracemalloc counts the blocks that its own lines made."""
import tracemalloc

import tensorflow

from habit import rounds

tracemalloc.start(3)
kept = []
for number in rounds():
    kept.append(bytearray(1000))
snapshot = tracemalloc.take_snapshot().filter_traces([tracemalloc.Filter(True, __file__)])
line = max(snapshot.statistics("lineno"), key=lambda s: s.size)
print(line.count in range(100, 104), line.traceback[0].lineno, tracemalloc.get_traceback_limit(), tracemalloc.is_tracing())
tracemalloc.stop()
