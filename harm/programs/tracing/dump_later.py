"""A watchdog dumps the tracebacks of all threads after half a second."""
import faulthandler
import sys
import time

import tensorflow

faulthandler.dump_traceback_later(0.5, exit=False, file=sys.stdout)
time.sleep(1.2)
print("end")
