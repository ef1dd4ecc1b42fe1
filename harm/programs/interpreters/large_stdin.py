r"""Reads five megabytes from stdin.

command = ["sh", "-c", "head -c 5000000 /dev/zero | \"$0\" program.py", "{python}"]
"""
import sys

import tensorflow

from habit import rounds

for _ in rounds(15):
    pass
print(len(sys.stdin.buffer.read()), sys.stdin.isatty())
