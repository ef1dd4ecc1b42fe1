"""The figures behind the pictures, as JSON that a page carries in itself."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from markupsafe import Markup

from tensorleak.model.parts import Mark, Parts, Track
from tensorleak.report.page.filters import brief

SCHEMA = "tensorleak.page/1"
# What could end the element that holds the data, or a line of script.
ESCAPED = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def island(data: dict[str, Any]) -> Markup:
    """Data for `<script type="application/json">`."""
    return Markup(json.dumps(data, separators=(",", ":"), ensure_ascii=False).translate(ESCAPED))


def figures(kind: str, runs: list[dict[str, Any]]) -> dict[str, Any]:
    """The data of a page about one run or several."""
    return {"schema": SCHEMA, "kind": kind, "runs": runs}


def run_data(parts: Parts, name: str = "") -> dict[str, Any]:
    """One run as its pictures need it."""
    return {
        "name": brief(name),
        "unit": parts.unit,
        "seconds": rounded(parts.seconds),
        "work": rounded(parts.work),
        "resident": list(parts.resident),
        "layers": [
            {"key": layer.key, "label": layer.label, "estimated": layer.estimated, "bytes": list(layer.bytes)}
            for layer in parts.layers
        ],
        "counters": [_track(track) for track in parts.counters],
        "births": _grouped(parts.births),
        "collections": _grouped(parts.collections),
        "looks": _grouped(parts.looks),
    }


def _track(track: Track) -> dict[str, Any]:
    return {
        "key": brief(track.key),
        "label": brief(track.label),
        "unit": track.unit,
        "seconds": rounded(track.seconds),
        "work": rounded(track.work),
        "values": rounded(track.values),
    }


def _grouped(marks: tuple[Mark, ...]) -> list[dict[str, Any]]:
    """Marks by kind, the most frequent kind first."""
    kinds: dict[str, list[Mark]] = {}
    for mark in marks:
        kinds.setdefault(mark.kind, []).append(mark)
    groups = [
        {
            "kind": brief(kind),
            "seconds": rounded(mark.seconds for mark in group),
            "work": rounded(mark.work for mark in group),
            "count": [mark.count for mark in group],
            "took": rounded(mark.took for mark in group),
        }
        for kind, group in kinds.items()
    ]
    return sorted(groups, key=lambda group: -sum(group["count"]))


def rounded(values: Iterable[float]) -> list[float]:
    """Numbers short enough to travel: milliseconds are fine enough, and whole numbers need no point."""
    return [int(value) if value == int(value) else round(value, 3) for value in values]
