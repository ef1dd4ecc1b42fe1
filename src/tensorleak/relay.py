"""Passes the desk's signals on to the program, unless the program has got them already.

`docker stop` and most supervisors signal the desk alone; Ctrl-C, `kill -- -GROUP`, `timeout` and systemd signal every process
of the group or control group. Neither the signal nor its sender tells which of the two it was. A third process, the witness,
waits in the same group: what it has got, the program has got, too.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import struct
import subprocess
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import NoReturn

NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2")
RELAYED = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
# Seconds within which the witness must have got a signal that went to all. One call of kill(2) takes microseconds; systemd
# sends to one process after the other. A signal for the desk alone reaches the program so much later.
WITNESSED = 0.1
STALE = 1.0  # seconds after which a signal at the witness belongs to no later one at the desk
MAX_DESCRIPTOR = 1 << 16
NOTE = struct.Struct("=Bd")  # number of the signal, time by the machine's monotonic clock


class Witness:
    """A process of the desk's group that notes which signals reach it, until the desk ends."""

    def __init__(self) -> None:
        self._notes: list[tuple[int, float]] = []
        lifeline, self._lifeline = os.pipe()
        self._heard, theirs = os.pipe()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, RELAYED)
        try:
            self._pid = os.fork()
            if self._pid == 0:
                _witness(lifeline, theirs)
        except OSError:
            self._pid = 0
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            os.close(lifeline)
            os.close(theirs)

    @property
    def present(self) -> bool:
        """Whether there is such a process: a system without room for one more has none."""
        return self._pid != 0

    def saw(self, number: int) -> bool:
        """Whether the signal that the desk has just got went to the witness, too."""
        deadline = time.monotonic() + WITNESSED
        while True:
            now = time.monotonic()
            for note in self._notes:
                if note[0] == number and now - note[1] < STALE:
                    self._notes.remove(note)
                    return True
            if now >= deadline or not select.select([self._heard], [], [], deadline - now)[0] or not self._read():
                return False

    def _read(self) -> bool:
        data = os.read(self._heard, 64 * NOTE.size)
        self._notes += NOTE.iter_unpack(data)
        return bool(data)

    def close(self) -> None:
        """Ends the process."""
        os.close(self._lifeline)
        os.close(self._heard)
        if self._pid:
            with contextlib.suppress(OSError):
                os.kill(self._pid, signal.SIGKILL)
                os.waitpid(self._pid, 0)


def _witness(lifeline: int, notes: int) -> NoReturn:
    """The witness's whole life; the end of the desk closes the lifeline."""

    def note(number: int, frame: FrameType | None) -> None:
        with contextlib.suppress(OSError):
            os.write(notes, NOTE.pack(number, time.monotonic()))

    try:
        os.set_blocking(notes, False)
        empty = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):  # whoever reads the desk's output must see its end
            os.dup2(empty, stream)
        start = 3
        for kept in sorted((lifeline, notes)):
            os.closerange(start, kept)
            start = kept + 1
        os.closerange(start, min(os.sysconf("SC_OPEN_MAX"), MAX_DESCRIPTOR))
        for number in RELAYED:
            signal.signal(number, note)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, RELAYED)
        os.read(lifeline, 1)
    finally:
        os._exit(0)


class Relay:
    """The desk's handlers while the program runs; a signal that comes before the program has started waits for it."""

    def __init__(self, send: Callable[[int], None], witness: Witness | None) -> None:
        self.last = 0
        self._send = send
        self._witness = witness
        self._waiting: list[int] = []
        self._held = True  # until the program has started, and while a signal is being passed on
        self._before: dict[int, object] = {}

    def handle(self, number: int, frame: FrameType | None = None) -> None:
        """Passes a signal on, once."""
        self.last = number
        self._waiting.append(number)
        self._pass_on()

    def _pass_on(self) -> None:
        """One signal after the other: a handler may interrupt another one, and two cannot ask the witness at once."""
        while self._waiting and not self._held:
            self._held = True
            try:
                for number in self._waiting[:1]:
                    del self._waiting[0]
                    if not self._has_it(number):
                        self._send(number)
            finally:
                self._held = False

    def _has_it(self, number: int) -> bool:
        """Whether the program got the signal by itself: always for Ctrl-C where there is no witness to ask."""
        if self._witness is None:
            return False  # the program has a group of its own
        return self._witness.saw(number) if self._witness.present else number == signal.SIGINT

    def prepare(self) -> None:
        """Before the start; ignored signals stay so, since the program inherits that."""
        self._install(number for number in RELAYED if signal.getsignal(number) is not signal.SIG_IGN)

    def started(self) -> None:
        """After the start: all signals, and those that came meanwhile."""
        self._install(number for number in RELAYED if number not in self._before)
        while self._waiting:
            self._send(self._waiting.pop(0))
        self._held = False
        self._pass_on()

    def _install(self, numbers: Iterator[int]) -> None:
        for number in numbers:
            self._before[number] = signal.signal(number, self.handle)

    def restore(self) -> None:
        """Puts the handlers back that were there before."""
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]


def deliver(child: subprocess.Popen[bytes], number: int, group: bool) -> None:
    """Sends a signal to the program; to its whole group where it has one of its own."""
    with contextlib.suppress(ProcessLookupError):
        if group:
            os.killpg(child.pid, number)
        else:
            child.send_signal(number)
