"""Eighty children, one after another, each doing a little work."""
import os

import tensorflow

from habit import mark, open_count, rounds

for _ in rounds(5):
    pass
before, total = open_count(), 0
for number in range(80):
    child = os.fork()
    if child == 0:
        mark()
        os._exit(number % 7)
    total += os.waitpid(child, 0)[1] >> 8
print(total, open_count() - before)
