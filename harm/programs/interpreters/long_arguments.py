r"""A million and a half bytes of arguments.

command = ["sh", "-c", "exec \"$0\" program.py $(\"$0\" -c \"print(\\\"x\\\" * 1000, end=\\\" \\\"); print(*[\\\"y\\\" * 1000] * 1500)\")", "{python}"]
"""
import sys

import tensorflow

from habit import rounds

for _ in rounds(25):
    pass
print(len(sys.argv), sum(map(len, sys.argv)))
