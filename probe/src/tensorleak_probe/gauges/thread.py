"""Threads: how many Python and native ones, and who started them."""

import threading

from tensorleak_probe.gauges.base import Gauge
from tensorleak_probe.system import system


class ThreadGauge(Gauge):
    """All threads of the process, and Python's own."""

    reads = ("thread.python", "thread.count")

    def hooks(self):
        """Starts are watched once TensorFlow is there."""
        return {"tensorflow.python.framework.ops": self._attach}

    def _attach(self, module):
        self.hooks_of.observe(threading.Thread, "start", self._started)

    def _started(self, args, kwargs):
        self.births.born("thread", args[0])

    def read(self, out):
        """The lengths of two dicts; `threading.active_count` would take the program's lock around them."""
        names = threading.__dict__
        out["thread.python"] = len(names["_active"]) + len(names["_limbo"])

    def read_slow(self, out):
        """One directory listing."""
        try:
            out["thread.count"] = len(system.listdir("/proc/self/task"))
        except OSError:
            pass
