r"""Runs under the debugger with commands from a pipe.

command = ["{python}", "-m", "pdb", "program.py"]
stdin = "b 12\nc\nw\np __name__\nq\n"
"""
import sys

import tensorflow

from habit import rounds

for _ in rounds(25):
    pass
print(__name__, sys.argv, sys.flags, sys.path[0] == "", __debug__)
