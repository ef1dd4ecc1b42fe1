"""GitHub workflow commands: findings become annotations in a pull request."""

from __future__ import annotations

from tensorleak.check.finding import Severity, StaticFinding
from tensorleak.check.problem import Problem
from tensorleak.check.result import CheckReport
from tensorleak.safe import clean

LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def render(report: CheckReport) -> str:
    """One command for each finding and each problem."""
    lines = [_finding(found) for found in report.findings] + [_problem(problem) for problem in report.problems]
    return "".join(f"{line}\n" for line in lines)


def _finding(found: StaticFinding) -> str:
    span = found.span
    place = {"file": found.file, "line": span.line, "endLine": span.end_line}
    if span.line == span.end_line:  # columns are for annotations of one line only
        place |= {"col": span.column, "endColumn": span.end_column}
    cell = f"cell {found.cell}, line {span.line}: " if found.cell is not None else ""
    if found.cell is not None:
        place = {"file": found.file}
    title = {"title": f"{found.rule} {found.name}"}
    return _command(LEVELS[found.severity], place | title, f"{cell}{found.summary}\n{found.remedy}")


def _problem(problem: Problem) -> str:
    place: dict[str, object] = {"file": problem.file, "title": "not checked"}
    if problem.line is not None and problem.cell is None:
        place["line"] = problem.line
    return _command("error" if problem.fault else "warning", place, str(problem))


def _command(level: str, properties: dict[str, object], message: str) -> str:
    words = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    return f"::{level} {words}::{_data(message)}"


def _data(text: str) -> str:
    return clean(text.replace("\r", "\n")).replace("%", "%25").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
