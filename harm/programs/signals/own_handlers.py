"""Handles USR1, USR2, TERM, HUP and a repeating alarm itself."""
import os
import signal
import time

import tensorflow

from habit import rounds

seen = []
for number in (signal.SIGUSR1, signal.SIGUSR2, signal.SIGTERM, signal.SIGALRM, signal.SIGHUP):
    signal.signal(number, lambda n, frame: seen.append(n))
signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
for number in (signal.SIGUSR1, signal.SIGUSR2, signal.SIGTERM, signal.SIGHUP):
    os.kill(os.getpid(), number)
    time.sleep(0.1)
for _ in rounds(40):
    pass
signal.setitimer(signal.ITIMER_REAL, 0)
print([int(n) for n in seen if n != signal.SIGALRM], seen.count(signal.SIGALRM) > 10)
