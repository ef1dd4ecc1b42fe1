"""The words of a failure: what grows, which line, what holds it, how fast, what to change."""

from __future__ import annotations

import linecache
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tensorleak_engine.model.diagnosis import Finding
    from tensorleak_probe.testing.steady import Outcome


def shown(file: str) -> str:
    """A path as people type it: relative where it lies below the working directory."""
    try:
        relative = os.path.relpath(file)
    except ValueError:  # another drive
        return file
    return file if relative.startswith("..") else relative


def failure(finding: Finding, outcome: Outcome) -> str:
    """The text that replaces a traceback."""
    rows = [("what", finding.summary)]
    place = finding.location
    if place is not None:
        rows.append(("line", "%s:%d" % (shown(place.file), place.line)))
        source = linecache.getline(place.file, place.line).strip()
        if source:
            rows.append(("", source))
    if finding.holder:
        rows.append(("held by", finding.holder))
    rows += [("evidence" if index == 0 else "", line) for index, line in enumerate(finding.evidence or ())]
    rows.append(("change", finding.remedy))
    head = "tensorleak: the body of this test leaks: it was repeated %d times and grew each time" % outcome.iterations
    title = "  %s %s  leak  %s" % (finding.rule, finding.name, finding.fingerprint)
    return "\n".join([head, "", title] + ["  %-9s %s" % row for row in rows])
