"""speedscope: what is alive and what was made, as flame graphs by creation stack (https://www.speedscope.app)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tensorleak import __version__
from tensorleak.report.exports.stacks import Frame, Stack, stacks
from tensorleak.report.subject import Subject
from tensorleak.safe import json_text, name

SCHEMA = "https://www.speedscope.app/file-format-schema.json"


@dataclass(frozen=True)
class View:
    """One profile: which stacks it shows, weighed by what."""

    title: str
    unit: str
    weight: Callable[[Stack], int]


def _of(kind: str, attribute: str) -> Callable[[Stack], int]:
    return lambda stack: getattr(stack, attribute) if stack.kind == kind else 0


def _births(attribute: str) -> Callable[[Stack], int]:
    others = ("operation", "trace", "element")
    return lambda stack: getattr(stack, attribute) if stack.kind not in others else 0


VIEWS = (
    View("variables alive, bytes by creation stack", "bytes", _births("alive_bytes")),
    View("growing containers, bytes by holder", "bytes", _of("element", "alive_bytes")),
    View("constants in graphs, bytes by creation stack", "bytes", _of("operation", "alive_bytes")),
    View("tracing, bytes of native memory gained by caller", "bytes", _of("trace", "made_bytes")),
    View("objects alive by creation stack", "none", _births("alive")),
    View("objects made by creation stack", "none", _births("made")),
    View("operations in graphs by creation stack", "none", _of("operation", "alive")),
    View("operations built by creation stack", "none", _of("operation", "made")),
    View("traces by caller", "none", _of("trace", "made")),
)


class Frames:
    """The table of frames that all profiles share."""

    def __init__(self) -> None:
        self._numbers: dict[Frame, int] = {}

    def number(self, frame: Frame) -> int:
        """The place of a frame in the table."""
        return self._numbers.setdefault(frame, len(self._numbers))

    def data(self) -> list[dict[str, Any]]:
        """The table as speedscope reads it."""
        return [_frame(*frame) for frame in self._numbers]


def _frame(file: str, line: int, function: str) -> dict[str, Any]:
    return {"name": function} | ({"file": file} if file else {}) | ({"line": line} if line else {})


def render(subject: Subject) -> str:
    """The subject as speedscope's JSON: a profile for every kind of thing that was seen."""
    frames = Frames()
    profiles = []
    for recording in subject.recordings:
        header = recording.header
        where = f" (process {header.pid})" if len(subject.recordings) > 1 else ""
        rows = stacks(recording, subject.diagnosis.findings)
        profiles += [profile for view in VIEWS if (profile := _profile(view, rows, frames, where))["samples"]]
    profiles = profiles or [_profile(VIEWS[0], [], frames, "")]
    heaviest = max(
        range(len(profiles)), key=lambda place: (profiles[place]["unit"] == "bytes", profiles[place]["endValue"])
    )
    document = {
        "$schema": SCHEMA,
        "exporter": f"tensorleak {__version__}",
        "name": name(subject.diagnosis.program),
        "activeProfileIndex": heaviest,
        "profiles": profiles,
        "shared": {"frames": frames.data()},
    }
    return json_text(document, indent=None)


def _profile(view: View, rows: list[Stack], frames: Frames, where: str) -> dict[str, Any]:
    weighed = [(row, view.weight(row)) for row in rows]
    shown = sorted(((row, weight) for row, weight in weighed if weight > 0), key=lambda pair: -pair[1])
    return {
        "type": "sampled",
        "name": view.title + where,
        "unit": view.unit,
        "startValue": 0,
        "endValue": sum(weight for _, weight in shown),
        "samples": [[frames.number(frame) for frame in row.frames] for row, _ in shown],
        "weights": [weight for _, weight in shown],
    }
