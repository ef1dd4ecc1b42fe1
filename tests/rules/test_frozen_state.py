"""TL205 does not grow: what its remedies do is shown by the results and by the number of traces, on both lanes."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from support import PATIENCE

PROGRAM = """
import json
import tensorflow as tf
tf.compat.v1.enable_eager_execution()
traces, state = [], {"scale": 0}
variable = tf.Variable(0)

@tf.function
def frozen(x):
    traces.append(1)
    return x * state["scale"]

@tf.function
def given(x, scale):
    traces.append(1)
    return x * scale

@tf.function
def held(x):
    traces.append(1)
    return x * variable

def python_value(scale):
    return given(tf.constant(1), scale)

def tensor(scale):
    return given(tf.constant(1), tf.constant(scale))

def in_variable(scale):
    variable.assign(scale)
    return held(tf.constant(1))

def from_outside(scale):
    state["scale"] = scale
    return frozen(tf.constant(1))

answers = {}
for form in (from_outside, in_variable, tensor, python_value):
    before = len(traces)
    results = [int(form(scale)) for scale in range(1, 7)]
    answers[form.__name__] = [results, len(traces) - before]
print(json.dumps(answers))
"""
FOLLOWED, STUCK = [1, 2, 3, 4, 5, 6], [1] * 6


def test_the_state_is_followed_by_one_trace(lane: Path, tmp_path: Path) -> None:
    program = tmp_path / "state.py"
    program.write_text(PROGRAM)
    done = subprocess.run([str(lane), str(program)], capture_output=True, text=True, timeout=PATIENCE)
    assert json.loads(done.stdout or "null") == {
        "from_outside": [STUCK, 1],
        "in_variable": [FOLLOWED, 1],
        "tensor": [FOLLOWED, 1],
        "python_value": [FOLLOWED, 6],
    }, done.stderr[-2000:]
