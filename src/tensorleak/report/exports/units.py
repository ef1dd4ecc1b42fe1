"""The units of gauges, for tools that want to know."""

from __future__ import annotations

from functools import lru_cache

from tensorleak_probe.gauge_catalogue import COUNT, declared


@lru_cache(maxsize=1024)  # asked for every reading of a recording
def unit_of(gauge: str) -> str:
    """`bytes` or `count`; what exports do not know is a count."""
    known = declared(gauge)
    return known.unit if known and known.exported else COUNT
