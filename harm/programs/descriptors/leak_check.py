"""A test suite's habit: the number of open descriptors after a block equals that before it."""
import os

import tensorflow

from habit import open_count, rounds

for _ in rounds(15):
    pass
before = open_count()
for number in rounds(50):
    if open_count() != before:
        print("round", number, open_count() - before, sorted(os.listdir("/proc/self/fd"), key=int)[-3:])
print("at the end", open_count() - before)
