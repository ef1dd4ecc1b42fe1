"""Threads: how many Python and native ones, and who started them."""

import os
import threading

from tensorleak_probe.gauges.base import Gauge


class ThreadGauge(Gauge):
    """`thread.count` (all of the process) and `thread.python`."""

    def hooks(self):
        """Starts are watched once TensorFlow is there."""
        return {"tensorflow.python.framework.ops": self._attach}

    def _attach(self, module):
        self.probe.patch(threading.Thread, "start", "OBSERVE", self._started)

    def _started(self, args, kwargs, result):
        self.births.born("thread", args[0])

    def read(self, out):
        """The length of a dict."""
        out["thread.python"] = threading.active_count()

    def read_slow(self, out):
        """One directory listing."""
        try:
            out["thread.count"] = len(os.listdir("/proc/self/task"))
        except OSError:
            pass
