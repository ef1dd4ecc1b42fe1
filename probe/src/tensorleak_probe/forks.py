"""What a forked child begins anew: a lock that another thread held at the fork is never released in the child."""

import os
import threading
import weakref

_owners = weakref.WeakSet()
generation = 0  # forks since the first process: tells what was made before the last one


def renew(owner):
    """Has `owner.after_fork()` called in each forked child, for as long as the owner lives."""
    _owners.add(owner)


def _in_child():
    """Runs before anything else of the child; what one owner raises must not keep the others from their turn."""
    global generation
    generation += 1
    for owner in list(_owners):
        try:
            owner.after_fork()
        except Exception:
            pass


class Lock:
    """A `threading.Lock` that is free in a forked child."""

    def __init__(self):
        self._lock = threading.Lock()
        renew(self)

    def after_fork(self):
        """Whoever held it is not in this process."""
        self._lock = threading.Lock()

    def __enter__(self):
        self._lock.acquire()
        return self

    def __exit__(self, kind, error, traceback):
        try:
            self._lock.release()
        except RuntimeError:  # taken before the fork, by the very thread that forked
            pass


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_child)
