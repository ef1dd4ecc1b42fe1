"""Compares what two runs printed: exactly, then up to rounding, then apart from timings."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

RELATIVE = 1e-4
MIN_DIGITS = 4
MAX_LINE = 1 << 20
SHOWN = 120
NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?(?!\w)|[-+]?\b(?:nan|inf)\b")
REDRAWN = re.compile(r"[^\r\n]*\r(?=[^\n])|\x08+")
TIMING = re.compile(
    r"\b\d+(?:\.\d+)?\s?(?:h|min|m|s|secs?|seconds?|ms|us|µs|ns)(?:/\w+)?(?!\w)"
    r"|\b\d+:\d{2}(?::\d{2})?(?:[.,]\d+)?\b|\b\d{4}-\d{2}-\d{2}\b|\b0x[0-9a-f]{6,}\b"
)


class Sameness(str, Enum):
    """How far two outputs agree."""

    IDENTICAL = "identical"
    ROUNDING = "equal up to rounding"
    TIMINGS = "equal apart from timings"
    RANDOM = "equal apart from numbers that differ from run to run"
    DIFFERENT = "different"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Printed:
    """One run's output: the file it went to, and the folder that stands for the project in it."""

    file: Path
    copy: Path | None = None
    original: Path | None = None

    def lines(self) -> Iterator[str]:
        """The lines, with the folder of a copy named as the project's own."""
        with self.file.open("rb") as source:
            while raw := source.readline(MAX_LINE):
                text = raw.decode("utf-8", "backslashreplace")
                yield text.replace(str(self.copy), str(self.original)) if self.copy else text


@dataclass(frozen=True)
class OutputComparison:
    """The answer, with the first line that differs."""

    sameness: Sameness
    line: int = 0
    before: str = ""
    after: str = ""
    empty: bool = False

    @property
    def same(self) -> bool:
        """Whether a reader would call the outputs the same."""
        return self.sameness is not Sameness.DIFFERENT

    def __str__(self) -> str:
        if self.same:
            return str(self.sameness)
        return f"different: line {self.line} was {self.before!r} and is {self.after!r}"


Equal = Callable[[str, str], bool]
Difference = tuple[int, str, str]


def compare(before: Printed, after: Printed, cut_off: bool = False) -> OutputComparison:
    """Compares two outputs; where a timeout cut both off, only as far as both go."""
    levels: list[tuple[Sameness, Equal]] = [
        (Sameness.IDENTICAL, str.__eq__),
        (Sameness.ROUNDING, equal_up_to_rounding),
        (Sameness.TIMINGS, equal_apart_from_timings),
    ]
    empty = not before.file.stat().st_size and not after.file.stat().st_size
    for sameness, equal in levels:
        difference = _first_difference(before, after, equal, cut_off)
        if difference is None:
            return OutputComparison(sameness, empty=empty)
    assert difference is not None
    number, old, new = difference
    return OutputComparison(Sameness.DIFFERENT, number, _short(old), _short(new))


def _first_difference(before: Printed, after: Printed, equal: Equal, cut_off: bool) -> Difference | None:
    return next(_differences(before, after, equal, cut_off), None)


def _differences(before: Printed, after: Printed, equal: Equal, cut_off: bool) -> Iterator[Difference]:
    """The lines that differ: number, old, new; outputs that were cut off end where the shorter one does."""
    pairs = itertools.zip_longest(before.lines(), after.lines())
    for number, (old, new) in enumerate(pairs, start=1):
        if cut_off and (old is None or new is None or not (old.endswith("\n") and new.endswith("\n"))):
            return
        if old is None or new is None or not equal(old, new):
            yield number, old or "", new or ""


def apart_from_chance(
    before: Printed, again: Printed, after: Printed, cut_off: bool = False
) -> OutputComparison | None:
    """The answer where the unchanged program prints other numbers each time: those numbers, and no others, may differ."""
    random = {number for number, _, _ in _differences(before, again, equal_apart_from_timings, cut_off)}
    for number, old, new in _differences(before, after, equal_apart_from_timings, cut_off):
        if number not in random or not equal_apart_from_numbers(old, new):
            return None
    return OutputComparison(Sameness.RANDOM) if random else None


def equal_apart_from_numbers(old: str, new: str) -> bool:
    """Whether two lines say the same with other numbers."""
    return _wording(old) == _wording(new)


def _wording(line: str) -> list[str]:
    return NUMBER.sub("#", _timeless(line)).split()


def equal_up_to_rounding(old: str, new: str) -> bool:
    """Whether two lines differ only in the last digits of their fractions; whole numbers must agree."""
    if old == new:
        return True
    if NUMBER.sub("#", old).split() != NUMBER.sub("#", new).split():
        return False
    return all(map(_close, NUMBER.findall(old), NUMBER.findall(new)))


def equal_apart_from_timings(old: str, new: str) -> bool:
    """Whether two lines agree once durations, times of day, addresses and redrawn progress are left out."""
    return equal_up_to_rounding(_timeless(old), _timeless(new))


def _timeless(line: str) -> str:
    return TIMING.sub("~", REDRAWN.sub("", line))


def _close(old: str, new: str) -> bool:
    if old == new:
        return True
    if old.lstrip("+-").isdigit() and new.lstrip("+-").isdigit():
        return False
    first, second = float(old), float(new)
    if math.isclose(first, second, rel_tol=RELATIVE):
        return True
    # A value on the edge between two printed digits falls to either side.
    return _digits(old) >= MIN_DIGITS and abs(first - second) <= 1.0001 * max(_last_place(old), _last_place(new))


def _digits(token: str) -> int:
    """The significant digits of a printed number."""
    return len(re.split("[eE]", token)[0].replace(".", "").lstrip("+-0"))


def _last_place(token: str) -> float:
    """What one more in the last printed digit is worth."""
    mantissa, _, exponent = token.lower().partition("e")
    decimals = len(mantissa.partition(".")[2])
    return float(10.0 ** (int(exponent or 0) - decimals)) if decimals else 0.0


def _short(line: str) -> str:
    text = line.rstrip("\r\n")
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
