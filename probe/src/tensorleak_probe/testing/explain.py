"""Names the cause of a confirmed growth: the engine's diagnosis of the stretch in which the test's body was looked at closely."""

from __future__ import annotations

from dataclasses import replace

from tensorleak_engine import Verdict, diagnose
from tensorleak_engine.causes import BY_ID
from tensorleak_engine.model.diagnosis import Finding, Location, Rate
from tensorleak_engine.recording import follow
from tensorleak_engine.records import End, Environment, Site
from tensorleak_engine.wording import count_words, in_number
from tensorleak_probe.gauge_catalogue import declared
from tensorleak_probe.origins import USER
from tensorleak_probe.testing.levels import COUNTERS
from tensorleak_probe.testing.settings import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from tensorleak_engine.growth import Growth
    from tensorleak_engine.recording import Recording
    from tensorleak_probe.gauge_catalogue import Declaration
    from tensorleak_probe.lifecycle import Probe

UNOWNED = 1e6  # bytes that nothing known holds fail a test from here on: TensorFlow keeps crumbs of its own
UNEXPLAINED = "TL803"
TEST = -1  # the number of the test itself among the sites


class Subject:
    """The test that is judged: where it is, and what to call it."""

    def __init__(self, file: str, line: int, function: str) -> None:
        self.file, self.line, self.function = file, line, function

    @property
    def place(self) -> Location:
        """Where the test is, to be blamed where no line inside it is known."""
        return Location(self.file, self.line, self.function)


def explain(
    probe: Probe, gauge: str, growth: Growth, rate: float, since: float, subject: Subject
) -> tuple[str, Finding | None]:
    """(verdict, finding): a leak with its finding, or a milder word when what grows has a bound or no owner."""
    recording = follow(probe.recorder.root_path).since(since)
    recording.end = End(probe.elapsed())
    recording.environment = recording.environment or Environment(since, "")  # tests without TensorFlow are judged, too
    _place_in_test(recording, probe.sites.kind, subject)
    diagnosis = diagnose(recording)
    if diagnosis.leaks:
        found = diagnosis.leaks[0]
        summary = found.summary.replace(" per mark", " per iteration")
        return "leak", replace(
            found, summary=summary, location=found.location or subject.place, evidence=evidence_of(gauge, growth, rate)
        )
    if diagnosis.verdict is Verdict.BOUNDED:
        return "bounded", None
    if gauge in COUNTERS:
        return "leak", _named(
            _declared(gauge).rule, "%s more per iteration" % amount_words(gauge, growth), gauge, growth, rate, subject
        )
    if growth.total >= UNOWNED:
        said = "memory in use grows by %s per iteration" % words(rate)
        return "leak", _named(UNEXPLAINED, said, gauge, growth, rate, subject)
    return "unexplained", None


def _place_in_test(recording: Recording, kind_of: Callable[[str], str], subject: Subject) -> None:
    """Stacks that never reach the user's code are pytest's own; whatever the close looks saw, the test was at work."""
    own = {
        number: site for number, site in recording.sites.items() if site.frames and kind_of(site.frames[0][0]) == USER
    }
    own[TEST] = Site(TEST, [(subject.file, subject.line, subject.function)])
    recording.sites = own
    for tally in recording.tallies:
        tally.here = TEST


def _named(rule: str, summary: str, gauge: str, growth: Growth, rate: float, subject: Subject) -> Finding:
    """The finding for growth that no owner explains: the gauge itself says what it is, and the test is the place."""
    cause = BY_ID[rule]
    return Finding(
        rule=rule,
        name=cause.name,
        verdict=Verdict.LEAK,
        summary=summary,
        location=subject.place,
        holder=None,
        rate=Rate(max(0.0, rate), growth.per_unit, "iteration"),
        confidence=0.5,
        remedy=cause.remedy,
        subject="",
        evidence=evidence_of(gauge, growth, rate),
    )


def _declared(gauge: str) -> Declaration:
    """The declaration of a counter, which has one."""
    found = declared(gauge)
    assert found is not None
    return found


def amount_words(gauge: str, growth: Growth) -> str:
    """What an iteration adds, in words."""
    if gauge not in COUNTERS:
        return words(growth.per_unit)
    return in_number("%s %s" % (count_words(growth.per_unit), _declared(gauge).things))


def evidence_of(gauge: str, growth: Growth, rate: float) -> tuple[str, ...]:
    """The measured figures in words."""
    lines: tuple[str, ...] = ("%s per iteration over %d iterations" % (amount_words(gauge, growth), growth.units),)
    if gauge in COUNTERS and rate > 0:
        lines += ("%s of memory in use per iteration" % words(rate),)
    return lines
