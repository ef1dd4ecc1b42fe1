"""Counts SIGCHLD with a handler that reaps: exactly its own children."""
import os
import signal

import tensorflow

from habit import rounds

reaped = []


def on_child(number, frame):
    while True:
        try:
            child, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if child == 0:
            return
        reaped.append(status >> 8)


signal.signal(signal.SIGCHLD, on_child)
for number in rounds(40):
    if number % 8 == 0 and os.fork() == 0:
        os._exit(number)
print(sorted(reaped))
