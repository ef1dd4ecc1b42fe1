"""What a steady test asks for: iterations, warm-up, limit and sizes, from the marker, the command line and the ini file."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from pytest import Mark

UNITS = {"": 1, "B": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9, "KIB": 1024.0, "MIB": 1024.0**2, "GIB": 1024.0**3}
AMOUNT = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?)\s*([A-Za-z]*)\s*$")
NAMES = ("iterations", "limit", "warmup", "sizes")
DEFAULTS: dict[str, Any] = {"iterations": 40, "limit": "1 KB", "warmup": 5, "patience": 10.0}


class SettingError(ValueError):
    """A setting that cannot be meant: says which, and what would be right."""


def parse_bytes(value: Any) -> float:
    """Bytes from a number or from words such as "1 KB" or "0.5 MiB"."""
    if isinstance(value, (int, float)) and not isinstance(value, bool) and value >= 0:
        return float(value)
    match = AMOUNT.match(value) if isinstance(value, str) else None
    factor = UNITS.get(match.group(2).upper()) if match else None
    if match is None or factor is None:
        raise SettingError(
            "limit=%r is no amount of memory: write a number of bytes or words such as '1 KB'" % (value,)
        )
    return float(match.group(1)) * factor


def words(nbytes: float) -> str:
    """An amount of memory as people write it."""
    for unit, factor in (("GB", 1e9), ("MB", 1e6), ("KB", 1e3)):
        if abs(nbytes) >= factor:
            return "%.1f %s" % (nbytes / factor, unit)
    return "%d B" % nbytes


def whole(name: str, value: Any, least: int) -> int:
    """A whole number of at least `least`."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise SettingError("%s=%r: a whole number of at least %d is needed" % (name, value, least))
    return value


class Settings:
    """The wishes of one test, checked."""

    def __init__(self, iterations: int, limit: float | str, warmup: int, patience: float) -> None:
        self.iterations = whole("iterations", iterations, 0)
        self.warmup = whole("warmup", warmup, 0)
        self.limit = parse_bytes(limit)
        self.patience = float(patience)
        if 0 < self.iterations < 12:
            raise SettingError("iterations=%d: growth that repeats shows in 12 iterations at the earliest" % iterations)

    @classmethod
    def of_marker(cls, mark: Mark | None, defaults: dict[str, Any]) -> Settings:
        """From the marker's arguments over the defaults of the run; `mark` may be None."""
        chosen = dict(defaults)
        if mark is not None:
            check_arguments(mark)
            chosen.update({name: value for name, value in mark.kwargs.items() if name != "sizes"})
        return cls(**chosen)


def check_arguments(mark: Mark) -> None:
    """Refuses what `steady` does not know: a misspelt limit must not pass as no limit."""
    unknown = sorted(set(mark.kwargs) - set(NAMES))
    if mark.args or unknown:
        given = ", ".join(unknown) or "positional arguments"
        raise SettingError("steady() does not take %s: it knows %s" % (given, ", ".join(NAMES)))


def sizes_of(mark: Mark | None) -> list[Any] | None:
    """The sizes that a marker names, or None."""
    sizes = mark.kwargs.get("sizes") if mark is not None else None
    if mark is None or sizes is None:
        return None
    check_arguments(mark)
    if not isinstance(sizes, (list, tuple)) or not sizes:
        raise SettingError("sizes=%r: a list such as [1, 8, 64] is needed" % (sizes,))
    return list(sizes)
