"""A time-out by alarm that raises `TimeoutError`, which is an OSError: no reader of files may take it for one of its own."""
import signal

import tensorflow

from habit import mark

raised, caught, kept = 0, 0, []


def on_alarm(number, frame):
    global raised
    raised += 1
    raise TimeoutError


signal.signal(signal.SIGALRM, on_alarm)
for number in range(400):
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.003)
        while True:
            kept.append([number])
            if len(kept) > 50_000:
                kept.clear()
            mark()
    except TimeoutError:
        caught += 1
print(raised == caught == 400, raised - caught)
