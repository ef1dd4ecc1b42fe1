"""A time-out by alarm: the handler raises, and each exception must reach the program, wherever the alarm struck."""
import signal

import tensorflow

from habit import mark

raised, caught, kept = 0, 0, []


class TooSlow(Exception):
    pass


def on_alarm(number, frame):
    global raised
    raised += 1
    raise TooSlow


signal.signal(signal.SIGALRM, on_alarm)
for number in range(400):
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.003)
        while True:
            kept.append([number])
            if len(kept) > 50_000:
                kept.clear()
            mark()
    except TooSlow:
        caught += 1
print(raised == caught == 400, raised - caught)
