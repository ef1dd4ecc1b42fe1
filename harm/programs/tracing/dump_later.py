r"""A watchdog dumps the tracebacks of all threads after half a second.

[[filters]]
pattern = "\\n?Thread  \\(most recent call first\\):\\n  File \"\\S*tensorleak_probe/sampler.py\", line \\d+ in _run\\n"
why = "the probe's one thread, which dumps of all threads show: docs/promises.md"
"""
import faulthandler
import sys
import time

import tensorflow

faulthandler.dump_traceback_later(0.5, exit=False, file=sys.stdout)
time.sleep(1.2)
print("end")
