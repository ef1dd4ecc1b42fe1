"""A comparison as JSON, as `comparison.schema.json` describes it."""

from __future__ import annotations

from typing import Any

from tensorleak_engine.model.diagnosis import MemoryGrowth, Rate

from tensorleak.documents.diagnosis import interval, location
from tensorleak.model.comparison import Comparison, FindingChange, MemoryChange, Run
from tensorleak.safe import json_text

SCHEMA = "tensorleak.comparison/1"


def as_data(comparison: Comparison) -> dict[str, Any]:
    """A comparison as data."""
    return {
        "schema": SCHEMA,
        "overall": str(comparison.overall),
        "sentence": comparison.sentence,
        "before": _run(comparison.before),
        "after": _run(comparison.after),
        "findings": [_finding(item) for item in comparison.findings],
        "memory": _memory(comparison.memory),
        "differences": [
            {"what": item.what, "before": item.before, "after": item.after} for item in comparison.differences
        ],
        "notes": list(comparison.notes),
    }


def _run(run: Run) -> dict[str, Any]:
    diagnosis = run.diagnosis
    return {
        "label": run.label,
        "verdict": str(diagnosis.verdict),
        "sentence": diagnosis.sentence,
        "program": diagnosis.program,
        "environment": diagnosis.environment,
        "work": diagnosis.work,
        "seconds": round(diagnosis.seconds, 3),
        "recording": diagnosis.recording,
    }


def _finding(item: FindingChange) -> dict[str, Any]:
    found = item.finding
    return {
        "change": str(item.change),
        "fingerprint": found.fingerprint,
        "rule": found.rule,
        "name": found.name,
        "summary": found.summary,
        "location": location(found.location),
        "known_leak": found.known_leak.id if found.known_leak else None,
        "moved": item.moved,
        "reason": item.reason,
        "before": _rate(item.before_rate),
        "after": _rate(item.after_rate),
    }


def _rate(rate: Rate | None) -> dict[str, Any] | None:
    if rate is None:
        return None
    return {
        "bytes_per_unit": round(rate.bytes_per_unit, 1),
        "bytes_interval": interval(rate.bytes_interval),
        "count_per_unit": round(rate.count_per_unit, 4),
        "count_interval": interval(rate.count_interval),
        "unit": rate.unit,
    }


def _memory(memory: MemoryChange) -> dict[str, Any]:
    return {
        "change": str(memory.change),
        "reason": memory.reason,
        "before": _growth(memory.before),
        "after": _growth(memory.after),
    }


def _growth(growth: MemoryGrowth) -> dict[str, Any]:
    return {
        "bytes_per_unit": round(growth.bytes_per_unit, 1),
        "interval": interval(growth.interval),
        "unit": growth.unit,
        "confirmed": growth.confirmed,
    }


def render(comparison: Comparison) -> str:
    """A comparison as JSON text."""
    return json_text(as_data(comparison))
