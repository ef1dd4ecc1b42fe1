r"""Runs a standard module with -m.

command = ["{python}", "-m", "json.tool"]
stdin = "{\"a\": [1, 2]}"
"""
import sys

import tensorflow

from habit import rounds

for _ in rounds(25):
    pass
print(__name__, sys.argv, sys.flags, sys.path[0] == "", __debug__)
