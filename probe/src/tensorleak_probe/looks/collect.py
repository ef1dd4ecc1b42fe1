"""Collect and trim: what falls after a full collection was only deferred, what falls after a trim only retained."""

from tensorleak_probe.gauges.malloc import MallocGauge
from tensorleak_probe.system import system


def collect_and_trim(probe):
    """Readings before, after a full collection, and after malloc gave back what it could."""
    before = probe.read_gauges()
    collected = system.collect()
    after = probe.read_gauges()
    probe.gauge(MallocGauge).trim()
    trimmed = probe.read_gauges()
    return {"before": before, "after": after, "trimmed": trimmed, "collected": collected}
