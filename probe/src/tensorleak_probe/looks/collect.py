"""Collect and trim: what falls after a full collection was only deferred, what falls after a trim only retained."""

import collections
import gc

from tensorleak_probe.gauges.malloc import MallocGauge
from tensorleak_probe.looks.census import type_name
from tensorleak_probe.looks.tracked import tracked_objects

MAX_TYPES = 12


def counts_by_type():
    """Live tracked objects by type, in C throughout."""
    return collections.Counter(map(type, tracked_objects()))


def collect_and_trim(probe, final):
    """Readings before, after a full collection, and after malloc gave back what it could."""
    before = probe.read_gauges()
    counted = counts_by_type() if final else None
    collected = gc.collect()
    after = probe.read_gauges()
    freed = counted - counts_by_type() if final else collections.Counter()
    probe.gauge(MallocGauge).trim()
    trimmed = probe.read_gauges()
    return {
        "before": before,
        "after": after,
        "trimmed": trimmed,
        "collected": collected,
        "freed": [[type_name(kind), count] for kind, count in freed.most_common(MAX_TYPES)],
    }
