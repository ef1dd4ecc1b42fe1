"""Turns SIGTERM into SystemExit, as services do."""
import atexit
import os
import signal
import sys

import tensorflow

from habit import rounds

atexit.register(print, "exit handler")
signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(7))
try:
    for number in rounds(60):
        if number == 25:
            os.kill(os.getpid(), signal.SIGTERM)
finally:
    print("finally")
