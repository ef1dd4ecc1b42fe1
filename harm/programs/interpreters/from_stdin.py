r"""The program comes on stdin.

command = ["{python}", "-", "word"]
stdin = "import sys, tensorflow\nprint(sys.argv, __name__)\nraise LookupError(1)\n"
"""
import sys

import tensorflow

from habit import rounds

for _ in rounds(25):
    pass
print(__name__, sys.argv, sys.flags, sys.path[0] == "", __debug__)
