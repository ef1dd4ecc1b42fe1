"""Sends SIGINT to itself and does not handle it: Python's own traceback and ending."""
import os
import signal
import time

import tensorflow

from habit import rounds

signal.signal(signal.SIGINT, signal.default_int_handler)
for _ in rounds(20):
    pass
os.kill(os.getpid(), signal.SIGINT)
time.sleep(5)
