r"""Started by a shell, in a pipe with another Python.

command = ["sh", "-c", "\"$0\" program.py | \"$0\" -c \"import sys; print(len(sys.stdin.read()) > 10); sys.exit(3)\"", "{python}"]
"""
import sys

import tensorflow

from habit import rounds

for _ in rounds(25):
    pass
print(__name__, sys.argv, sys.flags, sys.path[0] == "", __debug__)
