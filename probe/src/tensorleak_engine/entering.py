"""Repetition inside a library: its loop calls the program's function again and again, and the program's own line only enters it.

A tuner builds a model for every trial, a grid search for every fold. The line to change is the one that hands the work over, and what to do is
what a user of that library can do.
"""

from __future__ import annotations

import re
from typing import Optional, Tuple

from tensorleak_engine.case import Case
from tensorleak_engine.model.diagnosis import Location
from tensorleak_engine.model.owner import Owner

THROUGH = re.compile(
    r"through ([0-9]{1,3}) (.+)"
)  # a flag of a site: the library that calls its first frames, and how many of them
MADE = ("model", "graph", "function", "trace", "session", "variable", "dataset", "iterator")
ADVICE = "The repetition is inside {package}, which calls {function}() again and again: run each of its rounds in a process of its own."


def entered_by(case: Case, owner: Owner) -> Optional[Tuple[Location, str]]:
    """(the program's line that enters the library, the library); None where the program itself repeats, or nobody knows."""
    site = owner.site
    if site is None or owner.kind not in MADE or owner.flags & {"handler", "thread"}:
        return None
    found = [THROUGH.fullmatch(flag) for flag in site.flags]
    through = sorted((int(one.group(1)), one.group(2)) for one in found if one is not None)
    if not through or through[0][0] >= len(site.frames):
        return None
    if any(case.reading.loop(Location(*frame)) != 0 for frame in site.frames):
        return None
    caller, package = through[0]
    file, line, function = site.frames[caller]
    return Location(file, line, function), package
