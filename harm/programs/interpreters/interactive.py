r"""Interactive mode fed by a pipe.

command = ["{python}", "-q", "-i"]
stdin = "import tensorflow\nprint(1)\n1/0\nprint(2)\n"
"""
import sys

import tensorflow

from habit import rounds

for _ in rounds(25):
    pass
print(__name__, sys.argv, sys.flags, sys.path[0] == "", __debug__)
