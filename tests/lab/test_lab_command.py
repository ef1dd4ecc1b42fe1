"""`tensorleak lab` as people call it, on the real TensorFlow 2: one leak, its twin, and a folk remedy."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest
from support import PATIENCE, ROOT, lane_python

PROGRAM = "TL104/whitening_batches"


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "tensorleak", "lab", *words]


def call(*words: str, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(*words), capture_output=True, text=True, timeout=PATIENCE, **more)  # type: ignore[call-overload, no-any-return]


@pytest.fixture(scope="module")
def python() -> str:
    path = lane_python("tf2")
    if not path.exists():
        pytest.skip("the tf2 lane is not installed: see `tools/env tf2`")
    return str(path)


@pytest.fixture(scope="module")
def visit(python: str, tmp_path_factory: pytest.TempPathFactory) -> tuple[subprocess.CompletedProcess[str], Path]:
    """One visit, shared: a program of both lanes and one of TensorFlow 1 alone."""
    folder = tmp_path_factory.mktemp("lab")
    words = ("--select", f"{PROGRAM},TL401/width_search", "--python", python, "--record-dir", str(folder / "records"))
    return call(
        *words, "--share", "0.6", "--json", str(folder / "lab.json"), "--markdown", str(folder / "lab.md")
    ), folder


def data(folder: Path) -> dict:
    return json.loads((folder / "lab.json").read_text())


def test_the_twin_stops_it_and_the_folk_remedy_does_not(visit) -> None:
    done, folder = visit
    assert done.returncode == 0, done.stderr
    leaking, fixed, folk = data(folder)["programs"][0]["trials"]
    assert (leaking["measure"]["verdict"], leaking["measure"]["rule"]) == ("leak", "TL104")
    assert leaking["measure"]["bytes_per_round"] > 100_000
    assert leaking["measure"]["counters_per_round"]["graph.ops"] > 2
    assert (fixed["effect"], folk["form"], folk["effect"]) == ("stops it", "delete_and_collect", "does not")
    assert "graph.ops" not in fixed["measure"]["counters_per_round"]


def test_the_result_is_valid_and_told_on_all_channels(visit) -> None:
    done, folder = visit
    schema = json.loads(files("tensorleak.documents").joinpath("lab.schema.json").read_text())
    jsonschema.validate(data(folder), schema)
    page = (folder / "lab.md").read_text()
    for text in (done.stdout, page):
        assert PROGRAM in text and "stops it" in text and "does not" in text
    assert f"[3/3] {PROGRAM} delete_and_collect: " in done.stderr


def told(lab: dict) -> list[tuple[str, str, str | None]]:
    trials = next(one for one in lab["programs"] if one["name"] == PROGRAM)["trials"]
    return [(trial["form"], trial["measure"]["rule"], trial["effect"]) for trial in trials]


def evidence(version: str) -> dict:
    return json.loads((ROOT / "docs" / "evidence" / f"lab-tf-{version}.json").read_text())


def test_the_evidence_is_reproduced_on_tensorflow_2(visit) -> None:
    assert told(data(visit[1])) == told(evidence("2.21"))


def test_the_evidence_is_reproduced_on_tensorflow_1(tmp_path: Path) -> None:
    python = lane_python("tf1")
    if not python.exists():
        pytest.skip("the tf1 lane is not installed: see `tools/env tf1`")
    done = call("--select", PROGRAM, "--python", str(python), "--json", str(tmp_path / "lab.json"))
    assert done.returncode == 0, done.stderr
    assert told(data(tmp_path)) == told(evidence("1.15.5"))


def test_a_program_of_another_lane_is_skipped_with_the_reason(visit) -> None:
    done, folder = visit
    skipped = data(folder)["programs"][1]
    assert (skipped["name"], skipped["skipped"]) == ("TL401/width_search", "written for TensorFlow 1.15")
    assert "TL401/width_search: written for TensorFlow 1.15" in done.stdout


def test_resume_reads_what_is_there(visit, python: str) -> None:
    _, folder = visit
    words = ("--select", PROGRAM, "--python", python, "--record-dir", str(folder / "records"), "--resume")
    again = json.loads(call(*words, "--json", "-").stdout)
    assert again["programs"][0]["trials"] == data(folder)["programs"][0]["trials"]


def test_recorded_runs_nothing(visit, python: str) -> None:
    _, folder = visit
    words = ("--select", "TL104", "--python", python, "--record-dir", str(folder / "records"), "--recorded")
    programs = json.loads(call(*words, "--json", "-").stdout)["programs"]
    assert {one["name"]: one["skipped"] for one in programs} == {"TL104/residual_monitor": "not run", PROGRAM: None}


def test_a_run_out_of_time_does_not_end_the_lab(python: str) -> None:
    done = call("--select", PROGRAM, "--python", python, "--timeout", "1")
    assert done.returncode == 0
    assert done.stdout.count("not finished after 1 s") == 3
    assert "could not be told" in done.stdout


def test_ctrl_c_prints_what_was_measured_so_far(python: str) -> None:
    settings = dict(os.environ, PYTHONUNBUFFERED="1")
    words = command("--select", PROGRAM, "--python", python, "--share", "0.5")
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=settings) as lab:
        assert lab.stderr is not None
        first = lab.stderr.readline()
        assert first.startswith("[1/3]") and "leak TL104" in first
        lab.send_signal(signal.SIGINT)
        out, err = lab.communicate(timeout=PATIENCE)
    assert lab.returncode == 130
    assert "interrupted: 1 of 1 leaking programs grew" in out
    assert "Traceback" not in err


def test_an_interpreter_without_tensorflow_is_refused_in_one_line() -> None:
    done = call("--python", sys.executable, "--select", PROGRAM)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1 and "cannot import TensorFlow" in done.stderr


def test_the_list_needs_no_tensorflow() -> None:
    done = call("--list", "--select", "TL104", "--python", "/nowhere")
    assert done.returncode == 0
    assert PROGRAM in done.stdout and "folk remedy delete_and_collect" in done.stdout


def test_unknown_words_and_half_options_are_usage_errors() -> None:
    assert call("--select", "TL999").returncode == 2
    assert "--record-dir" in call("--resume").stderr
