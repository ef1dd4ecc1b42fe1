"""The terminal's report as plain text, for files and pipes."""

from __future__ import annotations

import io

from rich.console import Console

from tensorleak.report import terminal
from tensorleak.report.subject import Subject

WIDTH = 120


def render(subject: Subject) -> str:
    """A diagnosis as text without colours."""
    out = io.StringIO()
    console = Console(file=out, no_color=True, force_terminal=False, force_jupyter=False, width=WIDTH)
    terminal.render(subject.diagnosis, console, subject.excerpts)
    return out.getvalue()
