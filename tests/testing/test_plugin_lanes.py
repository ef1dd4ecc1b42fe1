"""The plugin beside real TensorFlow, one process per lane: leaks of several rules, each with its clean twin."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from support import PATIENCE, ROOT

HEAD = """
import numpy as np
import pytest
import tensorflow as tf
pytestmark = pytest.mark.steady(iterations=18, warmup=3)
kept = []
"""

TF2 = (
    HEAD
    + """
@tf.function
def double(x): return x * 2.0
@tf.function
def times(x, factor): return x * factor

def test_tensors_kept(): kept.append(double(tf.ones([100])))  # TL301
def test_numbers_kept(): kept.append(float(tf.reduce_sum(double(tf.ones([100])))))

def test_traced_again(): kept.append(0); times(tf.ones([3]), len(kept))  # TL201
def test_traced_once(): kept.append(0); times(tf.ones([3]), tf.constant(2.0))

def test_variables_kept(): kept.append(tf.Variable(np.zeros(10, "f")))  # TL302
def test_variables_dropped(): tf.Variable(np.zeros(10, "f"))

def test_arrays_kept(): kept.append(np.zeros(1000))  # TL304
def test_arrays_dropped(): np.zeros(1000)
"""
)

TF1 = (
    HEAD
    + """
graph = tf.Graph()
with graph.as_default():
    x = tf.placeholder(tf.float32, [None])
    y = x * 2.0
session = tf.Session(graph=graph)

def test_built_again():  # TL101
    with graph.as_default():
        y + 1.0
def test_built_once(): session.run(y, {x: np.ones(3, "f")})

def test_sessions_kept():  # TL102
    opened = tf.Session(graph=graph); kept.append(opened)
def test_session_closed():
    with tf.Session(graph=graph) as opened: opened.run(y, {x: np.ones(3, "f")})

def test_data_baked_in():  # TL104
    with graph.as_default():
        tf.constant(np.random.rand(5000).astype("f"))
def test_data_fed(): session.run(y, {x: np.random.rand(5000).astype("f")})

def test_fresh_graph():
    with tf.Graph().as_default(), tf.Session() as opened: opened.run(tf.constant(1.0))
"""
)


@pytest.mark.parametrize("program", ["tf2", "tf1"])
def test_leaks_fail_with_their_rule_and_line_and_twins_pass(tmp_path: Path, program: str) -> None:
    python = ROOT / ".envs" / program / "bin" / "python"
    if not python.exists():
        pytest.skip(f"the {program} lane is not installed: see `tools/env {program}`")
    source = TF2 if program == "tf2" else TF1
    (tmp_path / "test_it.py").write_text(source)
    command = [str(python), "-m", "pytest", "-q", "-p", "tensorleak_probe.testing.plugin", "--tensorleak"]
    settings = dict(os.environ, PYTHONPATH=str(ROOT / "probe/src"), TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1")
    settings.pop("PYTEST_ADDOPTS", None)
    done = subprocess.run(
        [*command, "-o", "tensorleak_patience=4"],
        cwd=tmp_path,
        env=settings,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    expected = {name: rule for name, rule in re.findall(r"def (test_\w+)\(\):.*?# (TL\d+)", source) if rule}
    found = {name: rule for rule, name in re.findall(r"^leak (TL\d+) test_it\.py::(\w+)", done.stdout, re.M)}
    assert found == expected, done.stdout + done.stderr
    for name in expected:
        failure = done.stdout.split(f"_ {name} _")[1].split("\n_____")[0]
        assert f"in {name}()" in failure or "in times()" in failure
        assert "change " in failure
