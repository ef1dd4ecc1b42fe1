r"""Writes to a full device: Python ends with 120 when the last flush fails.

command = ["sh", "-c", "exec \"$0\" program.py > /dev/full", "{python}"]
"""
import sys

import tensorflow

from habit import rounds

for _ in rounds(10):
    pass
sys.stdout.write("cannot be written")
