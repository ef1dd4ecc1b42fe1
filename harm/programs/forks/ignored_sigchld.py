"""Ignores SIGCHLD, so children vanish by themselves."""
import os
import signal

import tensorflow

from habit import rounds

signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for number in rounds(30):
    if number % 10 == 0:
        child = os.fork()
        if child == 0:
            os._exit(1)
        try:
            os.waitpid(child, 0)
        except ChildProcessError:
            print(number, "gone")
