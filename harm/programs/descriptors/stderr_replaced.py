"""Puts a log file on descriptor 2: it holds what the program wrote, and nothing else."""
import os
import sys

import tensorflow

from habit import rounds

log = os.open("errors.log", os.O_RDWR | os.O_CREAT, 0o600)
os.dup2(log, 2)
for number in rounds():
    if number % 10 == 0:
        sys.stderr.write("note %d\n" % number)
        sys.stderr.flush()
with open("errors.log") as file:
    print(file.read())
