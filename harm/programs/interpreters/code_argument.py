r"""Runs code with -c.

command = ["{python}", "-c", "import sys, tensorflow; print(sys.argv, __name__)\nraise ValueError('from -c')", "a"]
"""
import sys

import tensorflow

from habit import rounds

for _ in rounds(25):
    pass
print(__name__, sys.argv, sys.flags, sys.path[0] == "", __debug__)
