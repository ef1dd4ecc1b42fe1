"""A smoke of the oldest TensorFlow, one in the middle and the newest: two leaks told with their line, one innocent program.

`make matrix` measures more versions and more programs.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from support import ROOT, lane_python

from tensorleak.programs import Program, programs

sys.path.insert(0, str(ROOT / "tools"))
import matrix
import quality

LANES = {
    "tf1": "innocent/graph_per_call",
    "tf-2.4": "innocent/models_fitted_and_dropped",
    "tf2": "innocent/twelve_shapes",
}
LEAKS = ("TL101/discount_curve", "TL201/step_number_argument")


def pairs() -> list[tuple[str, str]]:
    return [(lane, name) for lane, innocent in LANES.items() for name in (*LEAKS, innocent)]


def installed(lane: str) -> Path:
    python = lane_python(lane)
    if not python.exists():
        pytest.skip(f"{lane} is not installed, or its Python was not found: see `tools/env {lane}`")
    return python


def found(name: str) -> Program:
    return next(program for program in programs() if program.name == name and program.form != "fixed")


@pytest.mark.parametrize(("lane", "name"), pairs(), ids=str)
def test_version(lane: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(lane)
    monkeypatch.setattr(quality, "OUT", tmp_path)
    program = found(name)
    diagnosis, status = quality.observe(program.script, lane, "run")
    row = quality.judge(program, lane, diagnosis, status)
    assert (row["ok"], status) == (True, 0), row
    assert diagnosis["notes"] == []
    if program.rule == "TL201":  # AutoGraph's wrappers, one more with each trace, hid these up to TensorFlow 2.12
        assert "train_step() is traced again for each new Python value of 'step'" in row["sentence"]


def test_every_version_has_its_pins() -> None:
    """One pin of TensorFlow itself, of the version that the file is named after, and the Python it is for."""
    for file in matrix.PINS.glob("*.txt"):
        lines = file.read_text().splitlines()
        assert lines[0].startswith("# Python 3."), file.name
        pinned = [line for line in lines if line.startswith(("tensorflow==", "tensorflow-cpu=="))]
        assert [line.split("==")[1].rsplit(".", 1)[0] for line in pinned] == [file.stem]


def test_an_unknown_version_is_refused_in_one_line() -> None:
    done = subprocess.run([ROOT / "tools" / "env", "tf-9.9"], capture_output=True, text=True)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "9.9" in done.stderr


def test_a_flat_program_called_leaking_is_a_false_leak() -> None:
    """The matrix counts a leaking program that does not grow neither way, unless the tool accuses it."""
    program = found("TL101/discount_curve")
    flat, grows = (matrix.truth.Truth(state, "measured") for state in ("flat", "grows"))
    calm = {"status": 0, "sentence": "", "verdict": "steady", "rules": [], "ok": False, "found": False}
    accused = {**calm, "verdict": "leak", "rules": ["TL101"], "ok": True, "found": True}
    outcomes = [matrix.judged(program, row, one, "")[0] for one in (flat, grows) for row in (calm, accused)]
    assert outcomes == ["flat", "false leak", "missed", "right"]


def test_programs_say_where_they_were_measured_to_leak() -> None:
    """`leaks_from` and `leaks_up_to` of program.toml agree with the bare programs' growth on every version of the matrix."""
    leaking = {program.name: program for program in programs() if program.leaking}
    wrong = [
        f"{row['program']} on {name}: {row['truth']}"
        for name, result in matrix.results().items()
        for row in result.get("rows", ())
        if row["form"] == "leaking" and row["truth"] in ("grows", "flat")
        if leaking[row["program"]].leaks_on(result["tensorflow"]) is not (row["truth"] == "grows")
    ]
    assert wrong == []


def test_the_page_is_made_from_the_results() -> None:
    assert matrix.PAGE.read_text(encoding="utf-8") == matrix.page(matrix.results())
