"""Meets MemoryError under a limit, releases, and goes on."""
import resource

import tensorflow

from habit import mark, rounds

for _ in rounds(10):
    pass
with open("/proc/self/statm") as file:
    used = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 100_000_000, used + 100_000_000))
blocks = []
try:
    while True:
        blocks.append(bytearray(1_000_000))
        mark()
except MemoryError:
    count = len(blocks)
    del blocks
    print("MemoryError", 60 < count < 110)
for _ in rounds(20):
    pass
print("end")
