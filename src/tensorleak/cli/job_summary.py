"""The summary of a GitHub job: `tensorleak run` adds its diagnosis to the file that $GITHUB_STEP_SUMMARY names."""

from __future__ import annotations

import os
from pathlib import Path

import click
from tensorleak_engine.model.diagnosis import Diagnosis

from tensorleak.report import markdown
from tensorleak.safe import name

VARIABLE = "GITHUB_STEP_SUMMARY"
LIMIT = 1_048_576  # GitHub drops the whole summary of a step that is larger
CUT = "\n\n… the rest is cut: a job summary holds no more\n"


def add_to_job_summary(diagnosis: Diagnosis) -> None:
    """Appends the diagnosis where a job wants it; whatever goes wrong is told and disturbs nothing."""
    target = os.environ.get(VARIABLE)
    if not target:
        return
    try:
        _append(Path(target), markdown.render(diagnosis))
    except OSError as error:
        said = f"{name(target)}: {error.strerror or error}"
        click.echo(f"tensorleak: the job summary cannot be written to {said}", err=True)


def _append(target: Path, text: str) -> None:
    """Adds text as far as there is room, whole lines only, after what other tools have written."""
    with target.open("ab") as summary:
        used = summary.tell()
        gap = "\n" if used else ""
        summary.write(_fitted(gap + text, LIMIT - used))


def _fitted(text: str, room: int) -> bytes:
    data = text.encode(errors="replace")
    if len(data) <= room:
        return data
    cut = data[: max(0, room - len(CUT.encode()))]
    return cut[: cut.rfind(b"\n") + 1] + CUT.encode() if b"\n" in cut else b""
