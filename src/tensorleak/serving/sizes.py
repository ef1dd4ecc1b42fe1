"""Sizes as people write and read them."""

from __future__ import annotations

import re

from tensorleak.errors import UsageError

UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12,
         "KIB": 1 << 10, "MIB": 1 << 20, "GIB": 1 << 30, "TIB": 1 << 40}  # fmt: skip
WRITTEN = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([A-Za-z]*)\s*")


def parse_size(value: int | float | str) -> int:
    """Bytes of `4 GB`, `512MiB` or a plain number."""
    found = WRITTEN.fullmatch(value) if isinstance(value, str) else None
    if found and found[2].upper() in UNITS:
        size = int(float(found[1]) * UNITS[found[2].upper()])
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        size = int(value)
    else:
        raise UsageError(f"{value!r} is not a size: write bytes, or text like '4 GB'")
    if size <= 0:
        raise UsageError(f"{value!r} is not a size: it must be more than nothing")
    return size


def size_text(size: float) -> str:
    """A size with three digits or so."""
    for unit, factor in (("GB", 10**9), ("MB", 10**6), ("KB", 10**3)):
        if abs(size) >= factor:
            value = size / factor
            digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
            return f"{value:,.{digits}f}".rstrip("0" if digits else "").rstrip(".") + f" {unit}"
    return f"{size:.0f} B"
