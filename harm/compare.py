"""The comparison of a bare and an observed run: what differs, in words."""

from __future__ import annotations

import difflib
import re
import signal
from pathlib import Path

from harm.programs import Program
from harm.world import ROOT, Outcome

SHOWN = 6
"""Lines of a difference that are shown."""

ALWAYS = (
    r"/tmp/harm-\w+/",
    r"(?m)^.*(This TensorFlow binary is optimized|oneDNN custom operations).*\n",
    r"(?m)(?<=^[IWEF])\d{4} \d\d:\d\d:[\d.]+\s+\d+",
    r"(?m)^\d{4}-\d\d-\d\d \d\d:\d\d:[\d.]+(?=: [IWEF])",
    r"0x[0-9a-f]{6,}",
)
"""What differs between any two runs: folders of the harness, lines about the machine and times in TensorFlow's log, addresses."""

PLACES = {str(ROOT): "project", str(Path.home()): "~"}
"""Folders of this machine, which results do not name."""


def differences(bare: Outcome, observed: Outcome, program: Program) -> list[str]:
    """One sentence for each thing that is not the same; none when the runs are alike."""
    found = []
    if bare.status != observed.status:
        found.append(f"status: {_status(bare.status)} bare, {_status(observed.status)} observed")
    for name in ("stdout", "stderr"):
        one, other = (_plain(getattr(run, name), program) for run in (bare, observed))
        if one != other:
            found.append(f"{name}: {_difference(one, other)}")
    if bare.answers != observed.answers:
        found.append(f"answers: {_difference(bare.answers, observed.answers)}")
    found += _files(bare.files, observed.files)
    return found


def _plain(data: bytes, program: Program) -> list[str]:
    text = data.decode(errors="backslashreplace")
    for path, name in PLACES.items():
        text = text.replace(path, name)
    for pattern in [*ALWAYS, *(one.pattern for one in program.filters)]:
        text = re.sub(pattern, "", text)
    lines = text.splitlines()
    return sorted(lines) if program.unordered else lines


def _difference(one: list[str], other: list[str]) -> str:
    lines = [line for line in difflib.unified_diff(one, other, lineterm="", n=0) if line[:2] not in ("--", "++", "@@")]
    shown = " | ".join(line[:200] for line in lines[:SHOWN])
    return shown + (f" | and {len(lines) - SHOWN} lines more" if len(lines) > SHOWN else "")


def _files(bare: dict[str, tuple[str, int, str]], observed: dict[str, tuple[str, int, str]]) -> list[str]:
    found = []
    for name in sorted(set(bare) | set(observed)):
        if name not in observed:
            found.append(f"file {name!r} is missing when observed")
        elif name not in bare:
            found.append(f"file {name!r} is there only when observed")
        elif bare[name] != observed[name]:
            found.append(
                f"file {name!r}: {bare[name][:2]} bare, {observed[name][:2]} observed, contents {_same(bare[name], observed[name])}"
            )
    return found


def _same(one: tuple[str, int, str], other: tuple[str, int, str]) -> str:
    return "the same" if one[2] == other[2] else "differ"


def _status(status: int | str) -> str:
    if isinstance(status, int) and status < 0:
        return f"ended by {signal.Signals(-status).name}"
    return str(status)
