"""Numbers, rates and spans of time as people read them; used by everything that says something."""

from __future__ import annotations

import re

from tensorleak_engine.model.diagnosis import Diagnosis, Interval, MemoryGrowth, Rate

ONE = re.compile(
    r"\b1 ((?:more|new|symbolic|Python|tf\.function) )*"
    r"(operation|session|trace|object|tensor|variable|shape|array|model|element|callback|dataset|iterator|item|part|thread)s\b"
)


def amount(nbytes: float) -> str:
    """Bytes with a unit, three significant digits."""
    value, sign = abs(nbytes), "-" if nbytes < 0 else ""
    for unit in ("B", "KB", "MB", "GB"):
        if value < 999.5 or unit == "GB":
            return f"{sign}{value:.0f} {unit}" if unit == "B" or value >= 99.5 else f"{sign}{value:.3g} {unit}"
        value /= 1000
    return f"{sign}{value:.0f} GB"


def count_words(count: float) -> str:
    """A count per unit: whole where it is whole."""
    if abs(count - round(count)) < 0.03 * max(1.0, abs(count)):
        return str(max(1, round(count))) if count > 0.5 else f"{count:.2g}"
    return f"{count:.2g}"


def plural(unit: str) -> str:
    """A unit of work for several: `training batches`, `tensors made`."""
    first, _, rest = unit.partition(" ")
    if rest == "made":
        return f"{first}s made"
    return unit + ("es" if unit.endswith("ch") else "s")


def span_words(span: Interval | None, bytes_: bool) -> str:
    """An interval in brackets; nothing where there is none or where it has no width to speak of."""
    if span is None or span.high - span.low <= 0.01 * abs(span.high):
        return ""
    low, high = (amount(edge) if bytes_ else f"{edge:.3g}" for edge in (span.low, span.high))
    return f" [{low} to {high}]"


def rate_words(rate: Rate | None, absent: str = "none") -> str:
    """A rate with its interval, as `1 (131 KB [114 KB to 149 KB]) per step`."""
    if rate is None:
        return absent
    size = f"{amount(rate.bytes_per_unit)}{span_words(rate.bytes_interval, True)}" if rate.bytes_per_unit >= 1 else ""
    if rate.count_per_unit <= 0:
        return f"{size or 'too little to see'} per {rate.unit}"
    spread = f" ({size})" if size else span_words(rate.count_interval, False)
    return f"{rate.count_per_unit:.3g}{spread} per {rate.unit}"


def growth_words(growth: MemoryGrowth) -> str:
    """The growth of resident memory with its interval, or that it levels off."""
    if not growth.confirmed:
        return "no lasting growth"
    return f"{amount(growth.bytes_per_unit)}{span_words(growth.interval, True)} per {growth.unit}"


def device_lines(diagnosis: Diagnosis) -> list[str]:
    """One line for each accelerator: in use, at most, and by how much it grew."""
    growth = diagnosis.growth
    return [
        f"{device.name}: {amount(device.in_use)} in use, at most {amount(device.peak)}"
        + (f"; grew by {amount(device.bytes_per_unit)} per {growth.unit}" if device.bytes_per_unit > 0 else "")
        for device in diagnosis.devices
    ]


def duration(seconds: float) -> str:
    """Seconds as a rough human time."""
    for limit, size, unit in ((90, 1, "s"), (5400, 60, "min"), (172_800, 3600, "h")):
        if seconds < limit:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds / 86400:.0f} days"


def in_number(sentence: str) -> str:
    """A sentence about one thing, which was worded for several, in the singular."""
    one = ONE.sub(lambda found: found.group()[:-1], sentence)
    if one == sentence or not one.startswith("1 "):
        return one
    for several, single in ((" stay ", " stays "), (" are ", " is "), (" never end", " never ends")):
        one = one.replace(several, single, 1)
    return one
