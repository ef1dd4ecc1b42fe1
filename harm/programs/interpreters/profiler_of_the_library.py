r"""Runs under the profile module, which prints calls of the program.

command = ["sh", "-c", "\"$0\" -m cProfile -o profile.out program.py && \"$0\" -c \"import pstats; s = pstats.Stats(\\\"profile.out\\\").stats; print(sorted((k[2], v[0]) for k, v in s.items() if k[0] == \\\"program.py\\\"))\"", "{python}"]

[[ignored]]
name = "profile.out"
why = "holds times"
"""
import sys

import tensorflow

from habit import rounds

for _ in rounds(25):
    pass
print(__name__, sys.argv, sys.flags, sys.path[0] == "", __debug__)
