"""Python's own heap: allocated blocks and how often the collector ran."""

from __future__ import annotations

from tensorleak_probe.gauges.base import Gauge
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tensorleak_probe.lifecycle import Probe
    from tensorleak_probe.vocabulary import Readings


class PythonGauge(Gauge):
    """Allocated blocks (63 µs on 3.11: read at most every 50 ms) and full collections."""

    reads = ("python.blocks", "python.collections")

    def __init__(self, probe: Probe) -> None:
        super().__init__(probe)
        self._next = 0.0
        self._blocks = 0

    def read(self, out: Readings) -> None:
        """Re-reads the block count when the last one is stale."""
        now = system.clock()
        if now >= self._next:
            self._blocks = system.blocks()
            self._next = system.clock() + max(0.05, (now - self.probe.started) / 500, 100 * (system.clock() - now))
            out["python.blocks"] = self._blocks
        out["python.collections"] = system.collector_stats()[2]["collections"]
