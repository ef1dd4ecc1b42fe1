"""Numbers as people read them."""

from __future__ import annotations

import re

ONE = re.compile(
    r"\b1 ((?:more|new|symbolic|Python|tf\.function) )*"
    r"(operation|session|trace|object|tensor|variable|shape|array|model|element|callback|dataset|iterator|item|thread)s\b"
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
