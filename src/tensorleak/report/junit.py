"""JUnit XML: each finding is a failed test case, so that any build server can show it."""

from __future__ import annotations

from itertools import groupby
from xml.etree import ElementTree

from tensorleak.check.finding import StaticFinding
from tensorleak.check.problem import Problem
from tensorleak.check.result import CheckReport
from tensorleak.report.check_text import place
from tensorleak.safe import xml


def render(report: CheckReport) -> str:
    """A check as JUnit XML text: a suite for each file, one for what could not be checked."""
    suites = ElementTree.Element("testsuites", name="tensorleak")
    for file, findings in groupby(report.findings, key=lambda found: found.file):
        _suite(suites, file, [_failure(found) for found in findings], "failures")
    if report.problems:
        _suite(suites, "not checked", [_error(problem) for problem in report.problems], "errors")
    if not len(suites):  # build servers take an empty report for a broken one
        _suite(suites, "tensorleak", [ElementTree.Element("testcase", name="no findings", classname="tensorleak")], "")
    ElementTree.indent(suites)
    text: bytes = ElementTree.tostring(suites, encoding="utf-8", xml_declaration=True)
    return text.decode() + "\n"


def _suite(suites: ElementTree.Element, name: str, cases: list[ElementTree.Element], kind: str) -> None:
    counts = {word: str(len(cases) if word == kind else 0) for word in ("failures", "errors")}
    suite = ElementTree.SubElement(suites, "testsuite", {"name": xml(name), "tests": str(len(cases)), **counts})
    suite.extend(cases)


def _failure(found: StaticFinding) -> ElementTree.Element:
    attributes = {"name": f"{found.rule} {found.name}", "classname": xml(found.file), "line": str(found.span.line)}
    case = ElementTree.Element("testcase", attributes)
    failure = ElementTree.SubElement(case, "failure", message=xml(found.summary), type=str(found.severity))
    steps = [f"{step.location}: {step.text}" for step in found.chain]
    failure.text = xml("\n".join([f"{place(found)}: {found.rule} {found.summary}", *steps, found.remedy]))
    return case


def _error(problem: Problem) -> ElementTree.Element:
    case = ElementTree.Element("testcase", name=xml(problem.file), classname=xml(problem.file))
    ElementTree.SubElement(case, "error", message=xml(str(problem)))
    return case
