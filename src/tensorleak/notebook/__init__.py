"""Notebooks: `%load_ext tensorleak` brings the magic `%%tensorleak` and shows diagnoses as more than text."""

from __future__ import annotations

from typing import Any

from tensorleak_engine.model.diagnosis import Diagnosis
from tensorleak_probe.guards.judge_words import Diagnosis as WatchedDiagnosis

from tensorleak.notebook.cells import Cells
from tensorleak.notebook.magics import NAME, magic
from tensorleak.notebook.shown import Shown, of_desk, of_watch

FORMATS = {"text/html": Shown._repr_html_, "text/markdown": Shown._repr_markdown_}


def load(shell: Any) -> None:
    """Adds the magic to a shell, and teaches it to show the diagnoses of a watch and of the desk."""
    cells = Cells(shell.compile)
    shell.register_magic_function(magic(shell, cells), "line_cell", NAME)
    for kind, show in FORMATS.items():
        formatter = shell.display_formatter.formatters[kind]
        formatter.for_type(WatchedDiagnosis, lambda found, show=show: show(of_watch(found, cells)))
        formatter.for_type(Diagnosis, lambda found, show=show: show(of_desk(found, cells)))


def unload(shell: Any) -> None:
    """Takes all that back."""
    for kind in ("line", "cell"):
        shell.magics_manager.magics[kind].pop(NAME, None)
    for kind in FORMATS:
        for shown in (WatchedDiagnosis, Diagnosis):
            shell.display_formatter.formatters[kind].pop(shown, None)
