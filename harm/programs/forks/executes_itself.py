"""Replaces itself three times with exec, and ends with status 5."""
import os
import sys

import tensorflow

from habit import descriptors, rounds

number = int(sys.argv[1]) if len(sys.argv) > 1 else 0
print("run", number, sys.argv[1:], descriptors(), flush=True)
for _ in rounds(10):
    pass
if number < 3:
    os.execv(sys.executable, [sys.executable, __file__, str(number + 1)])
sys.exit(5)
