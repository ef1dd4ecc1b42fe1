r"""Started with stdin, stdout and stderr closed; it reports in a file.

command = ["sh", "-c", "exec \"$0\" program.py <&- >&- 2>&-", "{python}"]
"""
import os
import sys

numbers = [os.open("f%d" % n, os.O_RDWR | os.O_CREAT, 0o600) for n in range(4)]
import tensorflow

from habit import rounds

for _ in rounds(20):
    pass
with open("report.txt", "w") as file:
    file.write(repr((numbers, [os.fstat(n).st_size for n in numbers], sys.stdin, sys.stdout, sys.stderr)))
