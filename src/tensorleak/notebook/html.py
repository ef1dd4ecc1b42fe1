"""A diagnosis as a piece of HTML for a notebook's output: no script, no network, styles that touch nothing else."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from tensorleak_engine.model.diagnosis import Diagnosis
from tensorleak_engine.wording import amount, duration, rate_words

from tensorleak.report.page.filters import coded
from tensorleak.report.subject import Subject
from tensorleak.safe import clean


def render(subject: Subject) -> str:
    """The verdict, each finding with its line, holder, rate and remedy, and where the growth went."""
    diagnosis = subject.diagnosis
    return _template().render(
        diagnosis=diagnosis, excerpts=subject.excerpts, left=_time_left(diagnosis), about=_about(diagnosis)
    )


@cache
def _template() -> Template:
    loader = PackageLoader("tensorleak.notebook")
    environment = Environment(
        autoescape=True, loader=loader, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {"amount": amount, "rate": rate_words, "coded": coded}
    environment.finalize = lambda value: clean(value) if type(value) is str else value
    return environment.get_template("diagnosis.html")


def _time_left(diagnosis: Diagnosis) -> str:
    left = diagnosis.seconds_to_limit
    if left is None or not diagnosis.growth.confirmed:
        return ""
    return f"out of memory ({amount(diagnosis.memory_limit)}) in {duration(left)} at this pace"


def _about(diagnosis: Diagnosis) -> str:
    """How long it was watched, and on what."""
    versions = [
        f"{title} {diagnosis.environment[key]}" for key, title in TITLES.items() if diagnosis.environment.get(key)
    ]
    seconds = [f"{diagnosis.seconds:.1f} s"] if diagnosis.seconds else []
    return " · ".join([*seconds, *versions])


TITLES = {"tensorflow": "TensorFlow", "python": "Python"}
