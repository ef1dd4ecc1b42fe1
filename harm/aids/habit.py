"""What the programs share: a unit of work that grows, and what a process can tell of itself."""

import os
import threading
import time

try:
    from tensorleak_probe import mark
except ImportError:  # a lane without the probe's folder on its path

    def mark(*words):
        """Does nothing: no probe is there."""


mark()  # what it loads lazily is loaded here, in both runs
_sleep, _thread_names = time.sleep, threading.enumerate
KEPT = []


def rounds(count=50, pause=0.03):
    """Counts `count` units of work over about 1.5 s, and keeps 20 KB in each: long enough for close looks."""
    for number in range(count):
        KEPT.append([bytearray(1000) for _ in range(20)])
        yield number
        mark()
        _sleep(pause)


def descriptors(below=64):
    """Numbers and targets of the open descriptors a program is likely to meet."""
    found = []
    for number in range(below):
        try:
            target = os.readlink("/proc/self/fd/%d" % number)
        except OSError:
            continue
        found.append((number, target if number > 2 else "standard"))
    return found


def open_count():
    """Number of all open descriptors, the listing's own left out."""
    return len(os.listdir("/proc/self/fd")) - 1


def threads():
    """Names of the threads that Python knows, in order of their names."""
    return sorted(thread.name for thread in _thread_names())
