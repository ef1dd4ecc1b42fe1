r"""Asks for the version only.

command = ["{python}", "-V"]

[[filters]]
pattern = "(?m)^tensorleak: no recording was [^\\n]*the command started no Python that could be observed.*\\n"
why = "a Python that cannot be observed is said to be so in one line: README, Limits"
"""
import sys

import tensorflow

from habit import rounds

for _ in rounds(25):
    pass
print(__name__, sys.argv, sys.flags, sys.path[0] == "", __debug__)
