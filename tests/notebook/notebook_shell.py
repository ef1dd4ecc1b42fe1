"""Cells for the notebook tests, and the kernel that runs them: TensorFlow's lane with the desk beside it."""

from __future__ import annotations

import json
import os
from pathlib import Path

from support import ROOT, lane_python

SETUP = """\
import time
import tensorflow as tf

kept = []
weights = tf.Variable(tf.ones([100, 100]))


def step(keep):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.matmul(weights, weights)) * 1e-6
    gradient = tape.gradient(loss, weights)
    if keep:
        kept.append(gradient)
    return float(loss)
"""
LEAKING = """\
%%tensorleak

for _ in range(500):
    step(keep=True)
    time.sleep(0.01)
"the value of the cell"
"""
CLEAN = """\
%%tensorleak --into clean
for _ in range(200):
    step(keep=False)
    time.sleep(0.01)
"""
STRICT = """\
%%tensorleak --strict --quiet
scaled = tf.function(lambda values, factor: values * factor)
for i in range(80):
    scaled(tf.ones([8]), float(i))
    time.sleep(0.03)
"""
QUIET = """\
%%tensorleak --quiet
for i in range(40):
    step(keep=False)
"""
FAILING = """\
%%tensorleak

for i in range(3):
    step(keep=False)
raise RuntimeError("the cell's own")
"""
CELLS = {"load": "%load_ext tensorleak", "setup": SETUP, "leaking": LEAKING, "clean": CLEAN, "watched": "clean"} | {
    "strict": STRICT,
    "quiet": QUIET,
    "failing": FAILING,
}


def kernel(folder: Path, name: str = "tensorleak-tf2") -> str:
    """Describes the kernel below `folder`, a place for JUPYTER_PATH."""
    site = next((ROOT / ".envs" / "desk" / "lib").glob("python3.*/site-packages"))
    path = os.pathsep.join(map(str, (ROOT / "src", ROOT / "probe" / "src", site)))
    argv = [str(lane_python("tf2")), "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    settings = {"PYTHONPATH": path, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    place = folder / "kernels" / name
    place.mkdir(parents=True)
    (place / "kernel.json").write_text(
        json.dumps({"argv": argv, "display_name": name, "language": "python", "env": settings})
    )
    return name
