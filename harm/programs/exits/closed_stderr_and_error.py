"""Closes stderr and then fails: the status says so, nothing is printed."""
import os
import sys

import tensorflow

from habit import rounds

sys.stderr.close()
os.close(2)
for _ in rounds(20):
    pass
raise ValueError("nobody reads this")
