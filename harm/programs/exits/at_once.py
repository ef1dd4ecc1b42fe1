"""Ends with os._exit: no handlers, no flush."""
import atexit
import os
import sys

import tensorflow

from habit import rounds

atexit.register(print, "never")
sys.stdout.write("lost in the buffer")
for _ in rounds(30):
    pass
os._exit(7)
