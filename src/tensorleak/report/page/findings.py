"""A finding as the page shows it: cause, place, source, holder path, rate, remedy."""

from __future__ import annotations

from dataclasses import dataclass

from tensorleak_engine.model.diagnosis import Diagnosis, Finding, Verdict
from tensorleak_engine.wording import amount

from tensorleak.report.subject import Excerpt, Repair, Subject
from tensorleak.report.terminal import shown_path

MAX_FINDINGS = 40
DIFF_KINDS = {"+": "added", "-": "removed", "@": "where"}


@dataclass(frozen=True)
class Step:
    """One step of the path to what holds the memory; the suspect one is where it grows."""

    words: str
    suspect: bool


@dataclass(frozen=True)
class FindingView:
    """One finding with everything that is shown beside it."""

    finding: Finding
    place: str
    excerpt: Excerpt | str
    steps: tuple[Step, ...]
    rate: str
    seconds_left: float | None
    repair: Repair | None
    also: tuple[str, ...]


def findings(subject: Subject) -> list[FindingView]:
    """The findings of a page, worst first."""
    return [_view(subject, found) for found in subject.diagnosis.findings[:MAX_FINDINGS]]


def _view(subject: Subject, found: Finding) -> FindingView:
    return FindingView(
        finding=found,
        place=_place(found),
        excerpt=subject.excerpts.get(found.fingerprint, ()),
        steps=steps(found),
        rate=rate_words(found),
        seconds_left=seconds_left(subject.diagnosis, found),
        repair=subject.repairs.get(found.fingerprint),
        also=tuple(f"{shown_path(place.file)}:{place.line}" for place in found.also),
    )


def _place(found: Finding) -> str:
    return f"{shown_path(found.location.file)}:{found.location.line}" if found.location else ""


def steps(found: Finding) -> tuple[Step, ...]:
    """The path to the holder: what leads there is as it should be, the last step is what grows."""
    words = found.path or ((found.holder,) if found.holder else ())
    return tuple(Step(word, index == len(words) - 1) for index, word in enumerate(words))


def rate_words(found: Finding) -> str:
    """Bytes per unit of work, as far as they can be seen."""
    rate = found.rate
    if rate.bytes_per_unit < 1:
        return f"too little to see in memory yet, per {rate.unit}"
    return f"{amount(rate.bytes_per_unit)} per {rate.unit}"


def seconds_left(diagnosis: Diagnosis, found: Finding) -> float | None:
    """Time to out-of-memory at this pace, for confirmed growth only."""
    grows = diagnosis.growth.confirmed and diagnosis.growth.bytes_per_unit > 0
    judged = found.verdict in (Verdict.LEAK, Verdict.UNEXPLAINED)
    return diagnosis.seconds_to_limit if grows and judged else None


def diff_lines(repair: Repair) -> list[tuple[str, str]]:
    """The lines of a diff, each with what it does."""
    lines = repair.diff.splitlines()
    return [(DIFF_KINDS.get(line[:1], "kept"), line) for line in lines if not line.startswith(("+++", "---"))]
