"""Runs in UTF-8 mode under the C locale.

command = ["env", "LC_ALL=C", "{python}", "-X", "utf8", "program.py"]
"""
import sys

import tensorflow

from habit import rounds

for _ in rounds(25):
    pass
print(__name__, sys.argv, sys.flags, sys.path[0] == "", __debug__)
