r"""An executable script with a shebang that goes through env.

command = ["sh", "-c", "{ echo \"#!$0\"; cat program.py; } > tool && chmod +x tool && exec ./tool a", "{python}"]

[[filters]]
pattern = "/[^ ]*/bin/python\\\\S*"
why = "the interpreter of the lane"
"""
import sys

import tensorflow

from habit import rounds

for _ in rounds(25):
    pass
print(__name__, sys.argv, sys.flags, sys.path[0] == "", __debug__)
