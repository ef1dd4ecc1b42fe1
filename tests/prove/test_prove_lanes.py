"""Proofs on real TensorFlow, on both lanes: a repair is proven, calm is nothing to prove, a relapse is a new leak."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import jsonschema
from stage import snapshot
from support import PATIENCE, ROOT

PROGRAMS = ROOT / "src" / "tensorleak" / "programs"
GRAPH = PROGRAMS / "TL101" / "calibrated_scores"
TENSORS = PROGRAMS / "TL301" / "per_example_losses"


@dataclass
class Proved:
    status: int
    proof: dict
    stderr: str


def prove(folder: Path, python: Path, *words: str) -> Proved:
    target = folder.parent / "proof.json"
    target.unlink(missing_ok=True)
    done = subprocess.run(
        [sys.executable, "-m", "tensorleak", "prove", "--python", str(python), "--json", str(target), *words],
        cwd=folder,
        env=dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1", PYTHONWARNINGS="ignore"),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert target.exists(), done.stderr
    proof = json.loads(target.read_text())
    jsonschema.validate(proof, json.loads(files("tensorleak.documents").joinpath("proof.schema.json").read_text()))
    return Proved(done.returncode, proof, done.stderr)


def copied(program: Path, folder: Path) -> Path:
    target = folder / "work"
    shutil.copytree(program, target, ignore=shutil.ignore_patterns("__pycache__"))
    return target


def test_a_repaired_graph_is_proven(tmp_path: Path, lane: Path) -> None:
    folder = copied(GRAPH, tmp_path)
    before = snapshot(folder)
    proved = prove(folder, lane, "--before", "leaking.py", "--after", "fixed.py")
    assert (proved.status, proved.proof["verdict"]) == (0, "proven"), proved.proof
    assert proved.proof["findings"][0]["rule"] == "TL101"
    assert proved.proof["output"]["sameness"] in ("identical", "equal up to rounding")
    ops = next(gauge for gauge in proved.proof["gauges"] if gauge["gauge"] == "graph.ops")
    assert abs(ops["before_per_unit"] - 3) < 0.3
    assert abs(ops["after_per_unit"]) < 0.1
    assert snapshot(folder) == before


def test_the_static_fix_is_proven_and_applied(tmp_path: Path, lane: Path) -> None:
    folder = copied(GRAPH, tmp_path)
    (folder / "fixed.py").unlink()
    before = snapshot(folder)
    proved = prove(folder, lane, "--apply", "leaking.py")
    assert (proved.status, proved.proof["verdict"], proved.proof["applied"]) == (0, "proven", True), proved.proof
    after = snapshot(folder)
    assert {name for name in after if after[name] != before.get(name)} == {"leaking.py"}
    assert proved.proof["changes"][0]["applied"][0]["rule"] == "TL101"


def test_calm_twice_is_nothing_to_prove(tmp_path: Path, tf2: Path) -> None:
    proved = prove(copied(GRAPH, tmp_path), tf2, "--before", "fixed.py", "--after", "fixed.py")
    assert (proved.status, proved.proof["verdict"]) == (1, "nothing to prove")


def test_a_relapse_is_a_new_leak(tmp_path: Path, tf2: Path) -> None:
    proved = prove(copied(TENSORS, tmp_path), tf2, "--before", "fixed.py", "--after", "leaking.py")
    assert (proved.status, proved.proof["verdict"]) == (1, "new leak")


def test_another_output_is_not_proven(tmp_path: Path, tf2: Path) -> None:
    folder = copied(TENSORS, tmp_path)
    with (folder / "fixed.py").open("a") as script:
        script.write('print("and one more thing")\n')
    proved = prove(folder, tf2, "--before", "leaking.py", "--after", "fixed.py")
    assert (proved.status, proved.proof["verdict"]) == (1, "improved")
    assert proved.proof["output"]["after"] == "and one more thing"
