"""Which of the interpreter's threads ran: between two lines of one, another may have added.

Each thread has a clock of its own, which runs only while the thread does. No name of a function or file is asked for.
"""

from __future__ import annotations

import itertools

from tensorleak_probe.passing import pass_on
from tensorleak_probe.sampler import ClockThread
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

MOST = 24  # other threads whose clocks are read, half a microsecond each


def _clocks_of_threads() -> list[int]:
    """The clocks of all threads, taken in one go.

    A thread that has ended must not be asked for. So nothing written in Python runs between the list of threads and the last of the
    questions, and no other thread either.
    """
    ask: Callable[[int], int] = system.clock_of_thread  # type: ignore[assignment]
    once = itertools.islice(iter(system.frames_of_threads, None), 1)
    return list(map(ask, itertools.chain.from_iterable(once)))


class Others:
    """The threads beside the one that asks and the probe's own."""

    def __init__(self) -> None:
        self._clocks: list[int] = []
        self._times: list[float] = []
        self._number = 0

    def __len__(self) -> int:
        return len(self._clocks)

    def begin(self) -> bool:
        """Learns which threads there are; whether it can be told when they run."""
        self._number = system.number_of_threads()
        if system.clock_of_thread is None:
            return self._number <= len(ClockThread.own)
        own = {system.clock_of_thread(system.thread_id()), *ClockThread.clocks}
        self._clocks = [clock for clock in _clocks_of_threads() if clock not in own]
        self._times = list(map(_read, self._clocks))
        return len(self._clocks) <= MOST

    def ran(self) -> bool:
        """Whether one of them has run, begun or ended since this was last asked."""
        if system.number_of_threads() != self._number:
            self.begin()
            return True
        if not self._clocks:
            return False
        times = list(map(_read, self._clocks))
        ran, self._times = times != self._times, times
        return ran


def _read(clock: int) -> float:
    """Seconds of processor time of a thread; -1.0 for one that has ended."""
    try:
        return system.read_clock(clock)
    except OSError as error:
        pass_on(error)
        return -1.0
