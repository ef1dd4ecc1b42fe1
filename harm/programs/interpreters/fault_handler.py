"""Starts with the fault handler on.

command = ["{python}", "-X", "faulthandler", "program.py"]
"""
import sys

import tensorflow

from habit import rounds

for _ in rounds(25):
    pass
print(__name__, sys.argv, sys.flags, sys.path[0] == "", __debug__)
