"""How `tensorleak run` ends: as the program did, whatever signals come while the report is made."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys
from types import FrameType, TracebackType

NUMBERS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
PATIENCE = "\ntensorleak: the program has ended; the report comes in a moment (Ctrl-C again leaves it out)\n"


class LeftOut(BaseException):  # nothing may catch it by accident
    """The user does not want to wait for the report."""


class Ending:
    """Handles signals around the program: before it they end the desk, after it they end at most the report."""

    def __init__(self) -> None:
        self._reporting = False
        self._asked = self._left_out = False
        self._kept = False
        self._before = {number: signal.getsignal(number) for number in NUMBERS}

    def __enter__(self) -> Ending:
        for number, handler in self._before.items():
            if handler is not signal.SIG_IGN:  # the program inherits that
                signal.signal(number, self._handle)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if not self._kept:
            for number, handler in self._before.items():
                signal.signal(number, handler)

    def report(self) -> None:
        """From here on the program has ended."""
        self._reporting = True

    def keep(self) -> None:
        """From here on all is said: until the process ends no signal changes its status any more."""
        self._kept = True
        for number in NUMBERS:
            signal.signal(number, signal.SIG_IGN)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if not self._reporting:
            die_by(number)
            raise KeyboardInterrupt  # where a signal cannot end the desk, as in a container's first process
        if self._left_out:
            return
        if number == signal.SIGINT and not self._asked:
            self._asked = True
            with contextlib.suppress(OSError):
                os.write(2, PATIENCE.encode())
            return
        self._left_out = True  # once: what is said then must not be interrupted
        raise LeftOut


def signal_name(number: int) -> str:
    """SIGTERM for 15; a number where it has no name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def die_by(number: int) -> None:
    """Ends this process by a signal, as the program ended, without a core file of its own.

    Returns where that is impossible: the first process of a container cannot be ended from inside.
    """
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    _, most = resource.getrlimit(resource.RLIMIT_CORE)
    # One byte is too little for a file, and tells a handler of core files, which 0 does not, to stay away.
    resource.setrlimit(resource.RLIMIT_CORE, (1 if most == resource.RLIM_INFINITY else min(1, most), most))
    with contextlib.suppress(OSError):  # SIGKILL has no handler to reset
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [number])
    os.kill(os.getpid(), number)
