"""A diagnosis as plain data, as `diagnosis.schema.json` describes it: the stable machine interface."""

from __future__ import annotations

from typing import Any

from tensorleak_engine.model.diagnosis import Diagnosis, Finding, Interval, Location

SCHEMA = "tensorleak.diagnosis/1"


def location(place: Location | None) -> dict[str, Any] | None:
    """A location as data."""
    return {"file": place.file, "line": place.line, "function": place.function} if place else None


def interval(span: Interval | None) -> list[float] | None:
    """An interval as data."""
    return [round(span.low, 4), round(span.high, 4)] if span else None


def finding(found: Finding) -> dict[str, Any]:
    """A finding as data: the same shape for runtime and static findings."""
    leak = found.known_leak
    return {
        "fingerprint": found.fingerprint,
        "subject": found.subject,
        "rule": found.rule,
        "name": found.name,
        "verdict": str(found.verdict),
        "summary": found.summary,
        "location": location(found.location),
        "holder": found.holder,
        "path": list(found.path),
        "rate": {
            "bytes_per_unit": round(found.rate.bytes_per_unit, 1),
            "count_per_unit": found.rate.count_per_unit,
            "unit": found.rate.unit,
            "bytes_interval": interval(found.rate.bytes_interval),
            "count_interval": interval(found.rate.count_interval),
        },
        "confidence": found.confidence,
        "remedy": found.remedy,
        "evidence": list(found.evidence),
        "records": list(found.records),
        "known_leak": {"id": leak.id, "title": leak.title, "issue": leak.issue, "way_round": leak.way_round}
        if leak
        else None,
    }


def as_data(diagnosis: Diagnosis) -> dict[str, Any]:
    """A diagnosis as data."""
    growth = diagnosis.growth
    return {
        "schema": SCHEMA,
        "verdict": str(diagnosis.verdict),
        "sentence": diagnosis.sentence,
        "program": diagnosis.program,
        "pid": diagnosis.pid,
        "environment": diagnosis.environment,
        "work": diagnosis.work,
        "seconds": round(diagnosis.seconds, 3),
        "growth": {
            "bytes_per_unit": round(growth.bytes_per_unit, 1),
            "unit": growth.unit,
            "explained_share": round(growth.explained_share, 4),
            "total_bytes": round(growth.total_bytes),
            "confirmed": growth.confirmed,
            "interval": interval(growth.interval),
            "units": round(growth.units, 1),
            "seconds": round(growth.seconds, 3),
            "seconds_to_limit": round(diagnosis.seconds_to_limit) if diagnosis.seconds_to_limit is not None else None,
        },
        "memory": {"now": diagnosis.memory_now, "limit": diagnosis.memory_limit},
        "devices": [
            {
                "name": device.name,
                "in_use": round(device.in_use),
                "peak": round(device.peak),
                "bytes_per_unit": round(device.bytes_per_unit, 1),
                "total_bytes": round(device.total_bytes),
            }
            for device in diagnosis.devices
        ],
        "findings": [finding(found) for found in diagnosis.findings],
        "ledger": [
            {"part": part.part, "bytes": round(part.bytes), "share": round(part.share, 4)} for part in diagnosis.ledger
        ],
        "considered": [
            {
                "kind": one.kind,
                "name": one.name,
                "location": location(one.location),
                "count_per_unit": round(one.count_per_unit, 4),
                "outcome": one.outcome,
                "why": one.why,
            }
            for one in diagnosis.considered
        ],
        "ruled_out": list(diagnosis.ruled_out),
        "notes": list(diagnosis.notes),
        "recording": diagnosis.recording,
        "processes": [
            {
                "pid": other.pid,
                "parent": other.parent,
                "program": other.program,
                "verdict": str(other.verdict),
                "sentence": other.sentence,
            }
            for other in diagnosis.processes
        ],
    }
