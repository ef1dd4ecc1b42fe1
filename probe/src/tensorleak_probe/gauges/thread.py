"""Threads: how many Python and native ones, and who started them."""

from __future__ import annotations

import threading

from tensorleak_probe.gauges.base import Gauge
from tensorleak_probe.passing import pass_on
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tensorleak_probe.vocabulary import Args, Kwargs, ModuleHook, Readings


class ThreadGauge(Gauge):
    """All threads of the process, and Python's own."""

    reads = ("thread.python", "thread.count")

    def hooks(self) -> dict[str, ModuleHook]:
        """Starts are watched once TensorFlow is there."""
        return {"tensorflow.python.framework.ops": self._attach}

    def _attach(self, module: Any) -> None:
        self.hooks_of.observe(threading.Thread, "start", self._started)

    def _started(self, args: Args, kwargs: Kwargs) -> None:
        self.births.born("thread", args[0])

    def read(self, out: Readings) -> None:
        """The lengths of two dicts; `threading.active_count` would take the program's lock around them."""
        names = threading.__dict__
        out["thread.python"] = len(names["_active"]) + len(names["_limbo"])

    def read_slow(self, out: Readings) -> None:
        """Counts all threads of the process, native ones included, as entries of `/proc/self/task`."""
        try:
            out["thread.count"] = len(system.listdir("/proc/self/task"))
        except OSError as error:
            pass_on(error)
