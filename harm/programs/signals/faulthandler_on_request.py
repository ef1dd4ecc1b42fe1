r"""Dumps its traceback on SIGUSR1; all threads are its own.

[[filters]]
pattern = "Thread  \\(most recent call first\\):\\n  File \"\\S*tensorleak_probe/sampler.py\", line \\d+ in _run\\n\\n?"
why = "the probe's one thread, which dumps of all threads show: docs/promises.md"
"""
import faulthandler
import os
import signal
import sys

import tensorflow

from habit import rounds

faulthandler.register(signal.SIGUSR1, file=sys.stdout, all_threads=True)
for number in rounds(30):
    if number == 20:
        os.kill(os.getpid(), signal.SIGUSR1)
print("end")
