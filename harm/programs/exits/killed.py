"""Kills itself with SIGKILL."""
import os

import tensorflow

from habit import rounds

print("before", flush=True)
for _ in rounds(20):
    pass
os.kill(os.getpid(), 9)
