"""Forks while the interpreter shuts down."""
import atexit
import os
import sys

import tensorflow

from habit import rounds


def at_exit():
    child = os.fork()
    if child == 0:
        os.write(1, b"late child\n")
        os._exit(6)
    print("late status", os.waitpid(child, 0)[1] >> 8)


if sys.version_info < (3, 12):
    atexit.register(at_exit)
for _ in rounds(20):
    pass
