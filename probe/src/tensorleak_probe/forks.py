"""What a forked child begins anew: a lock that another thread held at the fork is never released in the child."""

from __future__ import annotations

import os
import threading
import weakref

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Protocol

    class Renewed(Protocol):
        """Something with locks or threads that a forked child has to make anew."""

        def after_fork(self) -> None:
            """Runs in the child, before anything else of it."""


_owners: weakref.WeakSet[Renewed] = weakref.WeakSet()
generation = 0  # forks since the first process: tells what was made before the last one


def renew(owner: Renewed) -> None:
    """Has `owner.after_fork()` called in each forked child, for as long as the owner lives."""
    _owners.add(owner)


def _in_child() -> None:
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

    def __init__(self) -> None:
        self._lock = threading.Lock()
        renew(self)

    def after_fork(self) -> None:
        """Whoever held it is not in this process."""
        self._lock = threading.Lock()

    def __enter__(self) -> Lock:
        self._lock.acquire()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        try:
            self._lock.release()
        except RuntimeError:  # taken before the fork, by the very thread that forked
            pass


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_child)
