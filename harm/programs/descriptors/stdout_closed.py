"""Closes stdout; the next file takes number 1 and stays its own."""
import os
import sys

import tensorflow

from habit import rounds

sys.stdout.write("x\n")
sys.stdout.flush()
sys.stdout.close()
os.close(1)
file = open("one.txt", "w")
for _ in rounds():
    pass
sys.stderr.write("number %d size %d\n" % (file.fileno(), os.path.getsize("one.txt")))
sys.stdout = sys.__stdout__ = file
