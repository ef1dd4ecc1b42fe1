"""The diagnosis and its parts: plain data that reports render and nobody changes."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Collection

Bytes = float
LineNumber = int


class Verdict(str, Enum):
    """The words of a verdict, worst first."""

    LEAK = "leak"
    UNEXPLAINED = "unexplained"
    GROWING = "growing"
    DEFERRED = "deferred"
    RETAINED = "retained"
    BOUNDED = "bounded"
    STEADY = "steady"
    TOO_SHORT = "too-short"

    def __str__(self) -> str:
        return self.value


SEVERITY = list(Verdict)


@dataclass(frozen=True)
class Location:
    """A place in the user's source."""

    file: str
    line: LineNumber
    function: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def fingerprint(rule: str, location: Location | None, subject: str) -> str:
    """One id for one leak: made of the rule and its owner's names, never of lines, rates or folders."""
    where = f"{location.file.rsplit('/', 1)[-1]}:{location.function}" if location else ""
    # A file name may hold bytes that are no text.
    return hashlib.sha256("\0".join((rule, where, subject)).encode(errors="surrogatepass")).hexdigest()[:12]


@dataclass(frozen=True)
class Interval:
    """Where a rate lies, as far as the disjoint stretches of one run tell."""

    low: float
    high: float


@dataclass(frozen=True)
class Rate:
    """How fast something grows; an interval is None where the run was not seen in enough stretches."""

    bytes_per_unit: Bytes
    count_per_unit: float
    unit: str
    bytes_interval: Interval | None = None
    count_interval: Interval | None = None


@dataclass(frozen=True)
class KnownLeak:
    """A leak of a library, reported apart from the user's own."""

    id: str
    title: str
    issue: str
    way_round: str


@dataclass(frozen=True)
class Finding:
    """One cause."""

    rule: str
    name: str
    verdict: Verdict
    summary: str
    location: Location | None
    holder: str | None
    rate: Rate
    confidence: float
    remedy: str
    subject: str
    evidence: tuple[str, ...] = ()
    known_leak: KnownLeak | None = None
    path: tuple[str, ...] = ()
    also: tuple[Location, ...] = ()
    bound: int | None = None  # where what grows will stop by itself
    stated: str = ""
    records: tuple[str, ...] = ()  # of the recording, that the evidence was read from

    @property
    def fingerprint(self) -> str:
        """Stable across runs, and the same for a static finding of the same leak; as a file states it if one does."""
        return self.stated or fingerprint(self.rule, self.location, self.subject)

    def __str__(self) -> str:
        held = f"\n  held by: {self.holder}" if self.holder else ""
        return f"{self.rule} {self.name}: {self.summary}{held}\n  instead: {self.remedy}"

    def with_evidence(self, *more: str) -> Finding:
        """The same finding with further evidence."""
        return replace(self, evidence=self.evidence + more)


@dataclass(frozen=True)
class Considered:
    """Something that grows and is not told as a cause: what it is, and what became of it."""

    kind: str
    name: str
    location: Location | None
    count_per_unit: float
    outcome: str
    why: str


@dataclass(frozen=True)
class LedgerPart:
    """A part of the growth of resident memory."""

    part: str
    bytes: Bytes
    share: float


@dataclass(frozen=True)
class MemoryGrowth:
    """Growth of resident memory over the judged stretch."""

    bytes_per_unit: Bytes
    unit: str
    explained_share: float
    total_bytes: Bytes
    units: float
    seconds: float
    confirmed: bool = False
    interval: Interval | None = None


@dataclass(frozen=True)
class DeviceMemory:
    """Memory on one accelerator, by TensorFlow's own count; the rate is 0 where it does not grow."""

    name: str
    in_use: Bytes
    peak: Bytes
    bytes_per_unit: Bytes = 0.0
    total_bytes: Bytes = 0.0


@dataclass(frozen=True)
class ProcessSummary:
    """A related process and its verdict."""

    pid: int
    parent: str
    program: str
    verdict: Verdict
    sentence: str


@dataclass(frozen=True)
class Diagnosis:
    """What one recording says."""

    verdict: Verdict
    sentence: str
    program: str
    pid: int
    environment: dict[str, str]
    work: dict[str, int]
    growth: MemoryGrowth
    findings: tuple[Finding, ...]
    ledger: tuple[LedgerPart, ...]
    ruled_out: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    recording: str = ""
    memory_limit: int = 0
    memory_now: int = 0
    seconds: float = 0.0
    processes: tuple[ProcessSummary, ...] = field(default=())
    devices: tuple[DeviceMemory, ...] = ()
    considered: tuple[Considered, ...] = ()

    def __str__(self) -> str:
        return f"{self.verdict}: {self.sentence}"

    @property
    def leaks(self) -> tuple[Finding, ...]:
        """The findings whose growth is confirmed."""
        return tuple(found for found in self.findings if found.verdict is Verdict.LEAK)

    def without(self, others: Collection[Finding]) -> Diagnosis:
        """The same diagnosis less some findings, which another stretch of the process makes; with the verdict that is left."""
        rest = replace(self, findings=tuple(found for found in self.findings if found not in others))
        if not others or rest.leaks or self.verdict is not Verdict.LEAK:
            return rest
        told = f"nothing that is made here grows; another watched stretch of this process leaks: {self.sentence}"
        return replace(rest, verdict=Verdict.STEADY, sentence=told)

    @property
    def seconds_to_limit(self) -> float | None:
        """Seconds until memory runs out at this rate, when it grows."""
        if not self.growth.seconds or self.growth.total_bytes <= 0 or not self.memory_limit:
            return None
        per_second = self.growth.total_bytes / self.growth.seconds
        return max(0.0, (self.memory_limit - self.memory_now) / per_second) if per_second > 0 else None


def too_short(sentence: str, python: str = "") -> Diagnosis:
    """What is said where there was nothing to judge."""
    nothing = MemoryGrowth(0.0, "", 0.0, 0.0, 0.0, 0.0)
    return Diagnosis(Verdict.TOO_SHORT, sentence, "", 0, {"python": python}, {}, nothing, (), ())
