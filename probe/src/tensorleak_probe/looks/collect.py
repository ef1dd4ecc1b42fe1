"""Collect and trim: what falls after a full collection was only deferred, what falls after a trim only retained.

A full collection costs as much as the program has objects, and cannot be cut into steps: one that the program makes itself
tells the same, and few others are made.
"""

from __future__ import annotations

from tensorleak_probe.gauges.malloc import MallocGauge
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tensorleak_probe.lifecycle import Probe
    from tensorleak_probe.vocabulary import Readings, Record


def collect_and_trim(probe: Probe) -> Record:
    """Readings before, after a full collection, and after malloc gave back what it could."""
    before = probe.read_gauges()
    collected = system.collect()
    return dict(trimmed_after(probe, before, probe.read_gauges()), collected=collected)


def trimmed_after(probe: Probe, before: Readings, after: Readings) -> Record:
    """Readings around a collection, and after malloc gave back what it could."""
    probe.gauge(MallocGauge).trim()
    return {"before": before, "after": after, "trimmed": probe.read_gauges()}
