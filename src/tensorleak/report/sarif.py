"""SARIF 2.1.0, the format that code scanning services read."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote

from tensorleak_engine.model.diagnosis import Location

from tensorleak import __version__
from tensorleak.check.finding import Severity, StaticFinding, Step
from tensorleak.check.problem import Problem
from tensorleak.check.result import CheckReport
from tensorleak.check.source import Source
from tensorleak.rules import Rule, catalogue
from tensorleak.safe import clean, json_text

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def render(report: CheckReport) -> str:
    """A check as SARIF text."""
    return json_text({"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(report)]})


def _run(report: CheckReport) -> dict[str, Any]:
    rules = list(catalogue())
    indices = {rule.id: index for index, rule in enumerate(rules)}
    return {
        "tool": {
            "driver": {
                "name": "tensorleak",
                "semanticVersion": __version__,
                "rules": [_rule(rule) for rule in rules],
            }
        },
        "columnKind": "utf16CodeUnits",
        "invocations": [_invocation(report)],
        "results": [_result(found, report, indices) for found in report.findings],
    }


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.remedy},
        "help": {"text": rule.documentation, "markdown": rule.documentation},
        "properties": {"tags": ["memory", "tensorflow", rule.family], "preview": bool(getattr(rule, "preview", False))},
    }


def _result(found: StaticFinding, report: CheckReport, indices: dict[str, int]) -> dict[str, Any]:
    cell = f"cell {found.cell}: " if found.cell is not None else ""
    result: dict[str, Any] = {
        "ruleId": found.rule,
        "level": LEVELS[found.severity],
        "message": {"text": clean(f"{cell}{found.summary.rstrip('.')}. {found.remedy}")},
        "locations": [_place(found, report.sources.get(found.file))],
        "partialFingerprints": {"tensorleak/v1": found.fingerprint},
        "properties": {"fix": found.fix, "subject": clean(found.subject), "cell": found.cell},
    }
    if found.rule in indices:
        result["ruleIndex"] = indices[found.rule]
    if found.chain:
        result["relatedLocations"] = [{"id": number, **_step(step)} for number, step in enumerate(found.chain, start=1)]
        result["codeFlows"] = [_flow(found, report)]
    return result


def _flow(found: StaticFinding, report: CheckReport) -> dict[str, Any]:
    """The chain from the outermost step to the place itself."""
    end = _place(found, report.sources.get(found.file)) | {"message": {"text": clean(found.summary)}}
    steps = [{"location": _step(step)} for step in found.chain]
    return {"threadFlows": [{"locations": [*steps, {"location": end}]}]}


def _place(found: StaticFinding, source: Source | None) -> dict[str, Any]:
    physical = {"artifactLocation": {"uri": _uri(found.file)}, "region": _region(found, source)}
    place: dict[str, Any] = {"physicalLocation": physical}
    if found.function:
        place["logicalLocations"] = [{"fullyQualifiedName": clean(found.function), "kind": "function"}]
    return place


def _region(found: StaticFinding, source: Source | None) -> dict[str, int]:
    span = found.span
    return {
        "startLine": span.line,
        "startColumn": utf16_column(_line(found, source, span.line), span.column),
        "endLine": span.end_line,
        "endColumn": utf16_column(_line(found, source, span.end_line), span.end_column),
    }


def _line(found: StaticFinding, source: Source | None, line: int) -> str:
    return source.line(source.joined_line(found.cell, line)) if source is not None else ""


def utf16_column(line: str, column: int) -> int:
    """A column from 1 in UTF-16 code units, in which an emoji counts twice."""
    return column + sum(ord(letter) > 0xFFFF for letter in line[: column - 1])


def _step(step: Step) -> dict[str, Any]:
    return {"physicalLocation": _line_of(step.location), "message": {"text": clean(step.text)}}


def _line_of(location: Location) -> dict[str, Any]:
    return {"artifactLocation": {"uri": _uri(location.file)}, "region": {"startLine": max(1, location.line)}}


def _invocation(report: CheckReport) -> dict[str, Any]:
    return {
        "executionSuccessful": not any(problem.fault for problem in report.problems),
        "toolExecutionNotifications": [_notification(problem) for problem in report.problems],
    }


def _notification(problem: Problem) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": _uri(problem.file)}}
    if problem.line is not None:
        place["region"] = {"startLine": problem.line}
    return {
        "level": "error" if problem.fault else "warning",
        "message": {"text": clean(problem.message)},
        "locations": [{"physicalLocation": place}],
    }


def _uri(file: str) -> str:
    """A path as a URI: relative to the place where the check was started, or of the whole machine."""
    return Path(file).as_uri() if Path(file).is_absolute() else quote(file, errors="surrogateescape")
