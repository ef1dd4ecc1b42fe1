"""Counts open descriptors over 25 generations of children."""
import os

import tensorflow

from habit import open_count, rounds

for _ in rounds(5):
    pass


def generation(left, first):
    if left == 0:
        print("gained", open_count() - first, flush=True)
        return
    child = os.fork()
    if child == 0:
        generation(left - 1, first)
        os._exit(0)
    os.waitpid(child, 0)


child = os.fork()
if child == 0:
    generation(25, open_count())
    os._exit(0)
os.waitpid(child, 0)
