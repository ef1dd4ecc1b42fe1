"""A proof as JSON, as `proof.schema.json` describes it."""

from __future__ import annotations

from typing import Any

from tensorleak_engine.model.diagnosis import Finding

from tensorleak.documents.diagnosis import location
from tensorleak.prove.fixes import Repair
from tensorleak.prove.gauges import GaugeChange
from tensorleak.prove.pairs import Pair
from tensorleak.prove.proof import Comparison, Proof
from tensorleak.prove.trial import Trial
from tensorleak.safe import json_text

SCHEMA = "tensorleak.proof/1"


def as_data(proof: Proof) -> dict[str, Any]:
    """A proof as data."""
    comparison = proof.comparison
    return {
        "schema": SCHEMA,
        "verdict": str(proof.verdict),
        "sentence": proof.sentence,
        "mode": str(proof.mode),
        "before": _trial(proof.before) if proof.before else None,
        "after": _trial(comparison.after) if comparison else None,
        "findings": [_pair(pair) for pair in comparison.pairs] if comparison else [],
        "gauges": [_gauge(change) for change in comparison.gauges] if comparison else [],
        "output": _output(comparison) if comparison else None,
        "work": _work(comparison) if comparison else None,
        "changes": [_repair(repair) for repair in proof.repairs],
        "applied": proof.applied,
        "kept": str(proof.kept) if proof.kept else None,
        "notes": list(proof.notes),
    }


def _trial(trial: Trial) -> dict[str, Any]:
    growth = trial.diagnosis.growth
    return {
        "command": [trial.side.home(word) for word in trial.side.command],
        "revision": trial.side.revision or None,
        "status": trial.status,
        "timed_out": trial.timed_out,
        "seconds": round(trial.seconds, 3),
        "verdict": str(trial.diagnosis.verdict),
        "sentence": trial.side.home(trial.diagnosis.sentence),
        "environment": trial.diagnosis.environment,
        "work": trial.diagnosis.work,
        "growth": {
            "bytes_per_unit": round(growth.bytes_per_unit, 1),
            "unit": growth.unit,
            "total_bytes": round(growth.total_bytes),
            "confirmed": growth.confirmed,
        },
    }


def _pair(pair: Pair) -> dict[str, Any]:
    found = pair.finding
    return {
        "fingerprint": found.fingerprint,
        "rule": found.rule,
        "name": found.name,
        "change": str(pair.change),
        "summary": found.summary,
        "location": location(found.location),
        "before": _growth(pair.before),
        "after": _growth(pair.after),
    }


def _growth(found: Finding | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "verdict": str(found.verdict),
        "bytes_per_unit": round(found.rate.bytes_per_unit, 1),
        "count_per_unit": found.rate.count_per_unit,
        "unit": found.rate.unit,
    }


def _gauge(change: GaugeChange) -> dict[str, Any]:
    return {
        "gauge": change.gauge,
        "grew": change.grew,
        "before_per_unit": round(change.before, 4),
        "after_per_unit": None if change.after is None else round(change.after, 4),
    }


def _output(comparison: Comparison) -> dict[str, Any]:
    output = comparison.output
    return {
        "sameness": str(output.sameness),
        "line": output.line or None,
        "before": output.before,
        "after": output.after,
    }


def _work(comparison: Comparison) -> dict[str, Any]:
    work = comparison.work
    return {"unit": work.unit, "before": work.before, "after": work.after, "enough": work.enough}


def _repair(repair: Repair) -> dict[str, Any]:
    fix = repair.fix
    return {
        "file": str(fix.path.absolute()),
        "applied": [{"rule": found.rule, "line": found.span.line} for found in fix.applied],
        "refused": [
            {"rule": found.rule, "line": found.span.line, "reason": reason} for found, reason in repair.left_alone
        ],
        "diff": repair.diff,
    }


def render(proof: Proof) -> str:
    """A proof as JSON text."""
    return json_text(as_data(proof))
