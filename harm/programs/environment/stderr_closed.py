r"""Started with stderr closed: the first file of the program gets number 2, and nobody writes to it.

command = ["sh", "-c", "exec \"$0\" program.py 2>&-", "{python}"]
"""
import os
import sys

first = os.open("two.txt", os.O_RDWR | os.O_CREAT, 0o600)
import tensorflow

from habit import rounds

for _ in rounds(20):
    pass
print(sys.stderr, first, os.fstat(first).st_size)
