"""A check as JSON, as `check.schema.json` describes it."""

from __future__ import annotations

from typing import Any

from tensorleak_engine.document import finding as shared
from tensorleak_engine.document import location

from tensorleak.check.finding import StaticFinding, Step
from tensorleak.check.problem import Problem
from tensorleak.check.result import CheckReport
from tensorleak.safe import json_text

SCHEMA = "tensorleak.check/1"


def as_data(report: CheckReport) -> dict[str, Any]:
    """A check as data."""
    return {
        "schema": SCHEMA,
        "findings": [finding(found) for found in report.findings],
        "problems": [problem(one) for one in report.problems],
        "counts": {
            "findings": len(report.findings),
            "files_checked": report.files_checked,
            "files_skipped": report.files_skipped,
            "suppressed": report.suppressed,
            "baselined": report.baselined,
        },
    }


def finding(found: StaticFinding) -> dict[str, Any]:
    """A finding in the shape that all findings share, with what only source has."""
    return shared(found.as_finding()) | {
        "column": found.span.column,
        "end_line": found.span.end_line,
        "end_column": found.span.end_column,
        "severity": str(found.severity),
        "chain": [step(one) for one in found.chain],
        "cell": found.cell,
        "fix": found.fix,
    }


def step(one: Step) -> dict[str, Any]:
    """One step of a chain."""
    return {"location": location(one.location), "text": one.text}


def problem(one: Problem) -> dict[str, Any]:
    """What kept a file from being checked."""
    return {"file": one.file, "line": one.line, "cell": one.cell, "message": one.message, "fault": one.fault}


def render(report: CheckReport) -> str:
    """A check as JSON text."""
    return json_text(as_data(report))
