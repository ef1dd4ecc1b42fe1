"""An alarm a hundred times a second raises an error wherever the program is; each reaches the program, and what it adds is all there."""
import signal

import tensorflow

from habit import rounds


class Alarm(Exception):
    pass


raised, caught, kept = [0], [0], []


def ring(number, frame):
    raised[0] += 1
    raise Alarm


signal.signal(signal.SIGALRM, ring)


def work(number):
    for step in range(400):
        kept.append((number, step))


wanted = 0
for number in rounds(60):
    done = 0
    signal.setitimer(signal.ITIMER_REAL, 0.005)
    try:
        work(number)
        while True:
            done += 1
    except Alarm:
        caught[0] += 1
    signal.setitimer(signal.ITIMER_REAL, 0)
print(raised == caught == [60], len({number for number, _ in kept}))
