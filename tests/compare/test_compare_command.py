"""`tensorleak compare` on recordings of real runs, on diagnoses as JSON, and on files that are neither."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest
from training_runs import TrainingRuns

from tensorleak.errors import RecordingError
from tensorleak.gather import read_run

Done = subprocess.CompletedProcess


def compared(*words: object) -> Done[str]:
    command = [sys.executable, "-m", "tensorleak", "compare", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def data_of(*words: object) -> tuple[int, dict]:
    done = compared(*words, "--json", "-")
    return done.returncode, json.loads(done.stdout)


def test_a_repaired_training(training_runs: TrainingRuns) -> None:
    status, data = data_of(training_runs.leaking, training_runs.fixed)
    assert (status, data["overall"]) == (0, "fixed")
    assert [(item["rule"], item["change"], item["after"]) for item in data["findings"]] == [("TL301", "fixed", None)]
    assert data["findings"][0]["before"]["count_per_unit"] == pytest.approx(1.0, rel=0.2)
    assert data["memory"]["change"] in ("better", "unchanged")
    jsonschema.validate(data, json.loads(files("tensorleak.documents").joinpath("comparison.schema.json").read_text()))


def test_a_training_that_leaks_more(training_runs: TrainingRuns) -> None:
    status, data = data_of(training_runs.leaking, training_runs.worse)
    assert (status, data["overall"]) == (1, "worse")
    before, after = (data["findings"][0][side]["count_per_unit"] for side in ("before", "after"))
    assert after / before == pytest.approx(3.0, rel=0.2)
    assert data_of(training_runs.worse, training_runs.leaking)[1]["overall"] == "better"


def test_a_leak_that_was_not_there(training_runs: TrainingRuns) -> None:
    status, data = data_of(training_runs.fixed, training_runs.leaking)
    assert (status, data["findings"][0]["change"]) == (1, "new")


def test_a_run_is_like_itself(training_runs: TrainingRuns) -> None:
    status, data = data_of(training_runs.leaking, training_runs.leaking)
    assert (status, data["overall"], data["findings"][0]["change"]) == (0, "unchanged", "unchanged")


def test_the_beginning_of_a_run_is_too_short_to_tell(training_runs: TrainingRuns, tmp_path: Path) -> None:
    lines = training_runs.fixed.read_bytes().splitlines(keepends=True)
    samples = [number for number, line in enumerate(lines) if b'"sample"' in line]
    torn = tmp_path / "torn.jsonl"
    torn.write_bytes(b"".join(lines[: samples[6]]) + b'{"k":"sam')
    status, data = data_of(training_runs.leaking, torn)
    assert (status, data["overall"], data["findings"][0]["change"]) == (0, "unknown", "unknown")
    assert "too short" in data["findings"][0]["reason"]


def test_diagnoses_serve_as_well_as_recordings(training_runs: TrainingRuns, tmp_path: Path) -> None:
    written = tmp_path / "leaking.json"
    command = [sys.executable, "-m", "tensorleak", "report", str(training_runs.leaking), "--json", str(written)]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    diagnosis = training_runs.fixed.with_suffix(".json")
    assert data_of(written, diagnosis)[1]["overall"] == "fixed"
    assert data_of(diagnosis, written)[1]["overall"] == "new"
    mixed = data_of(written, training_runs.leaking)[1]
    assert [item["change"] for item in mixed["findings"]] == ["unchanged"]
    assert not mixed["findings"][0]["moved"]


@pytest.mark.parametrize(
    ("fail_on", "sides", "status"),
    [
        ("new", ("leaking", "worse"), 0),
        ("never", ("leaking", "worse"), 0),
        ("worse", ("leaking", "worse"), 1),
        ("unfixed", ("leaking", "leaking"), 1),
        ("unfixed", ("leaking", "fixed"), 0),
        ("unchanged", ("leaking", "leaking"), 1),
    ],
)
def test_what_fails(training_runs: TrainingRuns, fail_on: str, sides: tuple[str, str], status: int) -> None:
    before, after = (getattr(training_runs, name) for name in sides)
    assert compared(before, after, "--fail-on", fail_on).returncode == status


def test_terminal_and_markdown(training_runs: TrainingRuns, tmp_path: Path) -> None:
    target = tmp_path / "out.md"
    done = compared(training_runs.leaking, training_runs.fixed, "--markdown", target)
    assert done.stdout.strip().startswith("FIXED  list global __main__.history keeps 1 more tensor")
    assert target.read_text().startswith("## Tensorleak: fixed\n")


def test_bad_input_is_one_line(training_runs: TrainingRuns, tmp_path: Path) -> None:
    bad = {
        "empty": b"",
        "other.json": b'{"a": 1}',
        "list.json": b"[1, 2]",
        "text": b"hello\n",
        "binary": bytes(range(256)),
        "deep": b"[" * 100_000,
        "newer.json": b'{"schema": "tensorleak.diagnosis/9"}',
        "half.json": b'{"schema": "tensorleak.diagnosis/1", "verdict": "leak"}',
        "verdict.json": training_runs.fixed.with_suffix(".json").read_bytes().replace(b'"steady"', b'"\\u001b[2J"'),
        "rule.json": b'{"schema": "tensorleak.diagnosis/1", "findings": [{"rule": "\\u001b[2J"}]}',
        "newer.jsonl": training_runs.fixed.read_bytes().replace(b"tensorleak.recording/1", b"tensorleak.recording/9"),
    }
    for name, content in bad.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(RecordingError) as error:
            read_run(tmp_path / name, name)
        assert error.value.exit_status == 2
        assert str(error.value).isprintable()  # one line, nothing that steers a terminal
    done = compared(training_runs.leaking, tmp_path / "text")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_bad_words_are_usage(training_runs: TrainingRuns, tmp_path: Path) -> None:
    for words in (
        (training_runs.leaking,),
        (training_runs.leaking, tmp_path / "nowhere.jsonl"),
        (training_runs.leaking, tmp_path),
        (training_runs.leaking, training_runs.fixed, "--fail-on", "sometimes"),
        (training_runs.leaking, training_runs.fixed, "--json", "-", "--markdown", "-"),
        (training_runs.leaking, training_runs.fixed, "--json", tmp_path / "no" / "folder.json"),
    ):
        done = compared(*words)
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
