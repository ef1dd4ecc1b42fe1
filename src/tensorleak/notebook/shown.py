"""A diagnosis as notebooks show it: HTML where that can be shown, Markdown and plain text everywhere else."""

from __future__ import annotations

import platform
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tensorleak_engine.model.diagnosis import Diagnosis, MemoryGrowth, Verdict
from tensorleak_engine.texts import OWN, Texts

from tensorleak.documents.diagnosis import diagnosis_of
from tensorleak.gather import excerpts
from tensorleak.notebook import html
from tensorleak.notebook.cells import Cells
from tensorleak.report import markdown, text
from tensorleak.report.subject import Subject

NO_GROWTH = MemoryGrowth(0.0, "", 0.0, 0.0, 0.0, 0.0)


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


def of_watch(found: Any, cells: Cells) -> Shown:
    """What a watch says, for the eye: its judge may have been the desk, or counters alone."""
    if not found.data:
        return of_desk(_bare(found), cells)
    whole = diagnosis_of(found.data)
    own = {one.fingerprint for one in found.findings}  # less what other watches of the process make
    whole = replace(
        whole,
        verdict=Verdict(found.verdict),
        sentence=found.sentence,
        findings=tuple(one for one in whole.findings if one.fingerprint in own),
        recording=whole.recording
        if Path(whole.recording).exists()
        else "",  # a watch removes it unless told to keep it
    )
    return of_desk(whole, cells)


def _bare(found: Any) -> Diagnosis:
    """A watch that had no time to see anything."""
    environment = {"python": platform.python_version()}
    return Diagnosis(Verdict(found.verdict), found.sentence, "", 0, environment, {}, NO_GROWTH, (), ())
