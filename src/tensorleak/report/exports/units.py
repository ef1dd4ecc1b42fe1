"""The units of gauges, for tools that want to know."""

from __future__ import annotations

BYTES = {
    "process.rss",
    "child.rss",
    "malloc.in_use",
    "malloc.free",
    "graph.constant_bytes",
    "tensor.bytes",
    "variable.bytes",
}


def unit_of(gauge: str) -> str:
    """`bytes` or `count`."""
    return "bytes" if gauge in BYTES or gauge.startswith("device.") else "count"
