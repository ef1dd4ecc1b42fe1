"""OpenMetrics text: the last gauges, the work done and the findings, for Prometheus and its kin.

Only types that the older Prometheus text format knows as well are used, so that node_exporter's textfile collector
reads the same file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tensorleak_engine.model.diagnosis import Diagnosis, Finding, Verdict
from tensorleak_probe.gauge_catalogue import BYTES, GAUGES, declared

from tensorleak.recording.reader import Recording
from tensorleak.report.subject import Subject
from tensorleak.safe import clean

EXPORTED = [gauge for gauge in GAUGES if gauge.exported]

Labels = dict[str, str]


@dataclass
class Family:
    """One metric with its samples."""

    name: str
    kind: str
    help: str
    unit: str = ""
    samples: list[tuple[Labels, float]] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """The metric as text; one without samples is not there."""
        if not self.samples:
            return
        yield f"# TYPE {self.name} {self.kind}"
        if self.unit:
            yield f"# UNIT {self.name} {self.unit}"
        yield f"# HELP {self.name} {self.help}"
        suffix = "_total" if self.kind == "counter" else ""
        distinct = {_labels(labels): value for labels, value in self.samples}  # a name may come twice once it is clean
        for words, value in distinct.items():
            yield f"{self.name}{suffix}{words} {value}"


def render(subject: Subject) -> str:
    """The subject as an exposition; every sample says of which process it is."""
    families = [*_gauges(subject.recordings), _work(subject.recordings), *_diagnosis(subject.diagnosis)]
    return "".join(f"{line}\n" for family in families for line in family.lines()) + "# EOF\n"


def escaped(text: str) -> str:
    """A label's value."""
    return clean(text).replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')


def _labels(labels: Labels) -> str:
    return "{" + ",".join(f'{key}="{escaped(text)}"' for key, text in labels.items()) + "}"


def _gauges(recordings: Iterable[Recording]) -> list[Family]:
    """A metric for each gauge that we know; devices are told apart by a label, and so are gauges we do not know."""
    families = {gauge.name: _family(gauge.name, gauge.meaning, gauge.unit == BYTES) for gauge in EXPORTED}
    other = _family("other", "Gauges that this version does not know.", False)
    for recording in recordings:
        process = _process(recording.header.pid, recording.header.program)
        for name, value in _last(recording).items():
            gauge = declared(name)
            if gauge is None or gauge.name not in families:
                other.samples.append((process | {"gauge": name}, value))
            else:
                families[gauge.name].samples.append((process | _device(name, gauge.name), value))
    return [*families.values(), other]


def _device(name: str, declared_as: str) -> Labels:
    """The label of a gauge that every device has of its own: the part of its name for which the declaration has a `*`."""
    before, star, after = declared_as.partition("*")
    return {"device": name[len(before) : len(name) - len(after)]} if star else {}


def _family(gauge: str, words: str, in_bytes: bool) -> Family:
    # A name must not end in `_count`: that suffix belongs to histograms.
    stem = "tensorleak_" + gauge.replace(".*", "").replace(".", "_").replace("_count", "s")
    if not in_bytes:
        return Family(stem, "gauge", words)
    return Family(stem if stem.endswith("_bytes") else f"{stem}_bytes", "gauge", words, "bytes")


def _last(recording: Recording) -> dict[str, int | float]:
    """The last readings while the program was at work: at its end, locals are gone already."""
    readings: dict[str, int | float] = {}
    for sample in recording.samples:
        if not sample.final or len(recording.samples) == 1:
            readings.update(sample.g)
    return readings


def _work(recordings: Iterable[Recording]) -> Family:
    """What the programs did."""
    family = Family("tensorleak_work", "counter", "Units of work done.")
    for recording in recordings:
        process = _process(recording.header.pid, recording.header.program)
        counts = {kind: count for sample in recording.samples for kind, count in sample.w.items()}
        family.samples += [(process | {"work": kind}, max(0, count)) for kind, count in counts.items()]
    return family


def _diagnosis(diagnosis: Diagnosis) -> list[Family]:
    """The verdict, the growth and each finding."""
    process = _process(diagnosis.pid, diagnosis.program)
    verdict = Family("tensorleak_verdict", "gauge", "1 for the verdict of the diagnosis, 0 for all others.")
    verdict.samples = [(process | {"verdict": word.value}, int(word is diagnosis.verdict)) for word in Verdict]
    growth = Family("tensorleak_growth_bytes", "gauge", "Growth of resident memory per unit of work.", "bytes")
    growth.samples = [(process | {"unit": diagnosis.growth.unit}, diagnosis.growth.bytes_per_unit)]
    limit = Family("tensorleak_memory_limit_bytes", "gauge", "Memory that the process may use.", "bytes")
    limit.samples = [(process, diagnosis.memory_limit)] if diagnosis.memory_limit else []
    left = Family("tensorleak_time_to_limit_seconds", "gauge", "Time until memory runs out at this pace.", "seconds")
    left.samples = [(process, diagnosis.seconds_to_limit)] if diagnosis.seconds_to_limit is not None else []
    count = Family("tensorleak_finding", "gauge", "Findings: things that grow per unit of work.")
    size = Family("tensorleak_finding_growth_bytes", "gauge", "Growth of a finding per unit of work.", "bytes")
    for found in diagnosis.findings:
        labels = process | _finding(found)
        count.samples.append((labels, found.rate.count_per_unit))
        size.samples.append((labels, found.rate.bytes_per_unit))
    return [verdict, growth, limit, left, count, size]


def _finding(found: Finding) -> Labels:
    place = found.location
    return {
        "rule": found.rule,
        "name": found.name,
        "verdict": found.verdict.value,
        "file": place.file if place else "",
        "line": str(place.line) if place else "",
        "unit": found.rate.unit,
        "fingerprint": found.fingerprint,
    }


def _process(pid: int, program: str) -> Labels:
    return {"pid": str(pid), "program": program}
