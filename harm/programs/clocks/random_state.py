"""The states of random number generators, and the names that tempfile and uuid draw, are the program's own."""
import hashlib
import os
import random
import sys

random.seed(7)
import tensorflow

from habit import rounds

for _ in rounds():
    pass
print(hashlib.sha256(repr(random.getstate()).encode()).hexdigest(), random.random())
import tempfile

names = tempfile._RandomNameSequence()
names._rng, names._rng_pid = random.Random(3), os.getpid()
print(next(names), sys.float_repr_style)
