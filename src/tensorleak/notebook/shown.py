"""A diagnosis as notebooks show it: HTML where that can be shown, Markdown and plain text everywhere else."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tensorleak_engine.model.diagnosis import Diagnosis
from tensorleak_engine.texts import OWN, Texts

from tensorleak.gather import excerpts
from tensorleak.notebook import html
from tensorleak.notebook.cells import Cells
from tensorleak.report import markdown, text
from tensorleak.report.subject import Subject


@dataclass(frozen=True, repr=False)
class Shown:
    """One diagnosis with the source around its findings, already read."""

    subject: Subject

    @property
    def diagnosis(self) -> Diagnosis:
        """The diagnosis itself: `verdict`, `sentence`, `findings` …"""
        return self.subject.diagnosis

    def _repr_html_(self) -> str:
        return html.render(self.subject)

    def _repr_markdown_(self) -> str:
        return markdown.render(self.subject.diagnosis)

    def __repr__(self) -> str:
        lines = text.render(self.subject).split("\n")
        return "\n".join(line.rstrip() for line in lines).strip("\n")


def of_desk(diagnosis: Diagnosis, cells: Cells) -> Shown:
    """What was found in this very process or by a run of it, for the eye."""
    return Shown(Subject(cells.told(diagnosis), (), excerpts(diagnosis, Texts(OWN))))


def of_recording(subject: Subject, cells: Cells) -> Shown:
    """What `tensorleak report` says, for the eye."""
    return Shown(replace(subject, diagnosis=cells.told(subject.diagnosis)))
