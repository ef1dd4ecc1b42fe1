"""Collect and trim: what falls after a full collection was only deferred, what falls after a trim only retained.

A full collection costs as much as the program has objects, and cannot be cut into steps: one that the program makes itself
tells the same, and few others are made.
"""

from tensorleak_probe.gauges.malloc import MallocGauge
from tensorleak_probe.system import system


def collect_and_trim(probe):
    """Readings before, after a full collection, and after malloc gave back what it could."""
    before = probe.read_gauges()
    collected = system.collect()
    return dict(trimmed_after(probe, before, probe.read_gauges()), collected=collected)


def trimmed_after(probe, before, after):
    """Readings around a collection, and after malloc gave back what it could."""
    probe.gauge(MallocGauge).trim()
    return {"before": before, "after": after, "trimmed": probe.read_gauges()}
