"""OpenMetrics: the strict parser of Prometheus' own client reads it, and promtool reads it as the older format."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from export_consumers import consumer
from export_recordings import STEPS
from prometheus_client import Metric
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from tensorleak.report.subject import Subject


@pytest.fixture
def text(exported: dict[str, Path]) -> str:
    return exported["openmetrics"].read_text()


@pytest.fixture
def families(text: str) -> dict[str, Metric]:
    return {family.name: family for family in text_string_to_metric_families(text)}


def value(family: Metric, **labels: str) -> float:
    return next(sample.value for sample in family.samples if labels.items() <= sample.labels.items())


def test_the_parser_takes_it(families: dict[str, Metric], subject: Subject) -> None:
    pid = str(subject.recordings[0].header.pid)
    assert value(families["tensorleak_work"], pid=pid, work="function_calls") == STEPS
    at_work = [
        sample.g["variable.bytes"]
        for sample in subject.recordings[0].samples
        if not sample.final and "variable.bytes" in sample.g
    ]
    assert 0 < value(families["tensorleak_variable_bytes"], pid=pid) == at_work[-1] <= STEPS * 4000
    assert families["tensorleak_work"].type == "counter"
    assert families["tensorleak_process_rss_bytes"].unit == "bytes"
    assert all(family.documentation for family in families.values())


def test_the_parser_can_refuse(text: str) -> None:
    for broken in (text.replace("# EOF\n", ""), re.sub(r"(_total{.*}) ", r"\1 -", text)):
        with pytest.raises(ValueError):
            list(text_string_to_metric_families(broken))


def test_findings_have_their_place(families: dict[str, Metric], subject: Subject) -> None:
    assert subject.diagnosis.findings
    for found in subject.diagnosis.findings:
        sample = next(
            sample
            for sample in families["tensorleak_finding_growth_bytes"].samples
            if sample.labels["fingerprint"] == found.fingerprint
        )
        assert found.location is not None
        assert sample.labels["rule"] == found.rule
        assert sample.labels["file"] == found.location.file
        assert sample.labels["line"] == str(found.location.line)
        assert sample.value == pytest.approx(found.rate.bytes_per_unit)


def test_one_verdict_holds(families: dict[str, Metric], subject: Subject) -> None:
    holding = [sample.labels["verdict"] for sample in families["tensorleak_verdict"].samples if sample.value]
    assert holding == [subject.diagnosis.verdict.value]


def promtool(text: str) -> subprocess.CompletedProcess[str]:
    command = [str(consumer("bin/promtool")), "check", "metrics"]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=60)


def test_promtool_takes_it_for_the_textfile_collector(text: str) -> None:
    """It would like a help text for the counter under the name that only the older format gives it, and nothing else."""
    done = promtool(text)
    assert done.stderr.split("\n") in (["tensorleak_work_total no help text", ""], [""])


def test_promtool_can_refuse(text: str) -> None:
    assert "error while linting" in promtool(text.replace('",', '" ')).stderr


def test_names_stay_names(text: str) -> None:
    assert "window.executed" in text
    assert not set("\r\x1b\x07\u202e") & set(text)
