"""The formats of `tensorleak report`, all declared here; a format's module is imported when it is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Literal

from tensorleak.report.subject import Subject


@dataclass(frozen=True)
class Format:
    """One format: its module has a `render` function of the whole subject, or of the diagnosis alone."""

    name: str
    suffix: str
    module: str
    of: Literal["subject", "diagnosis"] = "subject"
    binary: bool = False

    def render(self, subject: Subject) -> str | bytes:
        """The report, as text or, of a binary format, as bytes."""
        render = import_module(self.module).render
        content: str | bytes = render(subject if self.of == "subject" else subject.diagnosis)
        return content


FORMATS = {
    form.name: form
    for form in (
        Format("terminal", ".txt", "tensorleak.report.text"),
        Format("json", ".json", "tensorleak.documents.diagnosis", of="diagnosis"),
        Format("html", ".html", "tensorleak.report.page"),
        Format("markdown", ".md", "tensorleak.report.markdown", of="diagnosis"),
        Format("speedscope", ".speedscope.json", "tensorleak.report.exports.speedscope"),
        Format("perfetto", ".trace.json", "tensorleak.report.exports.perfetto"),
        Format("pprof", ".pb.gz", "tensorleak.report.exports.pprof", binary=True),
        Format("csv", ".csv", "tensorleak.report.exports.csv"),
        Format("openmetrics", ".prom", "tensorleak.report.exports.openmetrics"),
    )
}
