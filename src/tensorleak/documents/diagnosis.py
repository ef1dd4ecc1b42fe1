"""A diagnosis as JSON, as `diagnosis.schema.json` describes it: the stable machine interface, written and read back.

What is read is untrusted: it is size-checked and schema-checked.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
from tensorleak_engine.document import SCHEMA, as_data
from tensorleak_engine.model.diagnosis import (
    Considered,
    DeviceMemory,
    Diagnosis,
    Finding,
    Interval,
    KnownLeak,
    LedgerPart,
    Location,
    MemoryGrowth,
    ProcessSummary,
    Rate,
    Verdict,
)

from tensorleak.errors import RecordingError
from tensorleak.recording.reader import opened
from tensorleak.safe import json_text, name

MAX_JSON = 16_000_000
Span = tuple[float, float] | None


def render(diagnosis: Diagnosis) -> str:
    """A diagnosis as JSON text."""
    return json_text(as_data(diagnosis))


class RateData(msgspec.Struct):
    """A finding's `rate`."""

    bytes_per_unit: float
    count_per_unit: float
    unit: str
    bytes_interval: Span = None
    count_interval: Span = None


class FindingData(msgspec.Struct):
    """One of `findings`."""

    fingerprint: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{12}$")]
    rule: Annotated[str, msgspec.Meta(pattern="^TL[1-9][0-9]{2}$")]
    name: str
    verdict: Verdict
    summary: str
    location: Location | None
    holder: str | None
    rate: RateData
    confidence: float
    remedy: str
    evidence: tuple[str, ...]
    known_leak: KnownLeak | None = None
    path: tuple[str, ...] = ()
    subject: str = ""
    records: tuple[str, ...] = ()


class GrowthData(msgspec.Struct):
    """The diagnosis's `growth`."""

    bytes_per_unit: float
    unit: str
    explained_share: float
    total_bytes: float = 0.0
    confirmed: bool = False
    units: float = 0.0
    seconds: float = 0.0
    interval: Span = None


class MemoryData(msgspec.Struct):
    """The diagnosis's `memory`."""

    now: int = 0
    limit: int = 0


class DiagnosisData(msgspec.Struct):
    """A diagnosis as `diagnosis.schema.json` describes it."""

    verdict: Verdict
    sentence: str
    program: str
    environment: dict[str, str]
    work: dict[str, int]
    growth: GrowthData
    findings: tuple[FindingData, ...]
    ledger: tuple[LedgerPart, ...]
    pid: int = 0
    seconds: float = 0.0
    memory: MemoryData = msgspec.field(default_factory=MemoryData)
    ruled_out: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    recording: str = ""
    processes: tuple[ProcessSummary, ...] = ()
    devices: tuple[DeviceMemory, ...] = ()
    considered: tuple[Considered, ...] = ()


class Marked(msgspec.Struct):
    """What tells a diagnosis from other JSON."""

    schema: str


def read_diagnosis(path: Path) -> Diagnosis:
    """The diagnosis in a file; raises RecordingError with the reason when it holds none."""
    try:
        with opened(path) as source:
            text = source.read(MAX_JSON + 1)
    except OSError as error:
        raise RecordingError(f"cannot read {path}: {error.strerror or error}") from error
    if len(text) > MAX_JSON:
        raise RecordingError(f"{path} is no recording, and larger than a diagnosis ({MAX_JSON // 1_000_000} MB) can be")
    try:
        marked = msgspec.json.decode(text, type=Marked)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise RecordingError(f"{path} is neither a recording nor a diagnosis written with --json") from None
    if marked.schema != SCHEMA:
        raise RecordingError(f"{path} has the schema {marked.schema!r}; compare reads recordings and {SCHEMA!r}")
    try:
        return _diagnosis(msgspec.json.decode(text, type=DiagnosisData))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordingError(f"{path} is no whole diagnosis: {name(str(error))[:200]}") from None


def diagnosis_of(data: dict[str, Any]) -> Diagnosis:
    """The diagnosis that `as_data` made data of; raises msgspec.ValidationError otherwise."""
    return _diagnosis(msgspec.convert(data, DiagnosisData))


def _diagnosis(data: DiagnosisData) -> Diagnosis:
    growth = data.growth
    return Diagnosis(
        verdict=data.verdict,
        sentence=data.sentence,
        program=data.program,
        pid=data.pid,
        environment=data.environment,
        work=data.work,
        growth=MemoryGrowth(
            bytes_per_unit=growth.bytes_per_unit,
            unit=growth.unit,
            explained_share=growth.explained_share,
            total_bytes=growth.total_bytes,
            units=growth.units,
            seconds=growth.seconds,
            confirmed=growth.confirmed,
            interval=_interval(growth.interval),
        ),
        findings=tuple(map(_finding, data.findings)),
        ledger=data.ledger,
        ruled_out=data.ruled_out,
        considered=data.considered,
        notes=data.notes,
        recording=data.recording,
        memory_limit=data.memory.limit,
        memory_now=data.memory.now,
        seconds=data.seconds,
        processes=data.processes,
        devices=data.devices,
    )


def _finding(data: FindingData) -> Finding:
    rate = data.rate
    return Finding(
        rule=data.rule,
        name=data.name,
        verdict=data.verdict,
        summary=data.summary,
        location=data.location,
        holder=data.holder,
        rate=Rate(
            rate.bytes_per_unit,
            rate.count_per_unit,
            rate.unit,
            _interval(rate.bytes_interval),
            _interval(rate.count_interval),
        ),
        confidence=data.confidence,
        remedy=data.remedy,
        subject=data.subject,
        evidence=data.evidence,
        records=data.records,
        known_leak=data.known_leak,
        path=data.path,
        stated=data.fingerprint,
    )


def _interval(span: Span) -> Interval | None:
    return Interval(*span) if span else None
