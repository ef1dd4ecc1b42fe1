"""Catches KeyboardInterrupt, cleans up and ends with 3."""
import os
import signal
import sys
import time

import tensorflow

from habit import rounds

signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    for number in rounds(60):
        if number == 20:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.1)
except KeyboardInterrupt:
    print("interrupted in round", number)
    with open("cleaned", "w"):
        pass
    sys.exit(3)
