"""Its own sampling profiler by SIGPROF sees its own functions only."""
import signal

import tensorflow

from habit import mark

names = set()
signal.signal(signal.SIGPROF, lambda number, frame: names.add(frame.f_code.co_name))
signal.setitimer(signal.ITIMER_PROF, 0.002, 0.002)


def busy():
    total = 0
    for i in range(300_000):
        total += i * i
    return total


for _ in range(30):
    busy()
mark()
signal.setitimer(signal.ITIMER_PROF, 0)
print("busy" in names, sorted(names - {"busy", "<module>", "mark", "<lambda>"}))
