"""Operations that are imported have no line of their own: the line that imports them is blamed, and importing once is calm."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import observe

PROGRAM = """
import sys
import numpy as np
import tensorflow.compat.v1 as tf
tf.disable_eager_execution()

def exported():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [8], name="x")
        tf.tanh(x * 2.0, name="y")
    return graph.as_graph_def()

definition, again = exported(), sys.argv[1] == "again"

def score(session, values):
    y, = tf.import_graph_def(definition, {"x": x}, ["y:0"]) if again else (once,)  # IMPORTS
    return session.run(y, {x: values})

x = tf.placeholder(tf.float32, [8])
once, = tf.import_graph_def(definition, {"x": x}, ["y:0"])
with tf.Session() as session:
    for i in range(400):
        score(session, np.full(8, i, np.float32))
"""


@pytest.mark.parametrize("how", ["again", "once"])
def test_the_importing_line_is_blamed(how: str, tmp_path: Path, lane: Path) -> None:
    (tmp_path / "p.py").write_text(PROGRAM)
    found = observe(tmp_path, "p.py", how, python=lane).diagnosis
    told = [(finding["rule"], finding["location"]["line"]) for finding in found["findings"]]
    line = 1 + next(number for number, text in enumerate(PROGRAM.splitlines()) if "# IMPORTS" in text)
    assert told == ([("TL101", line)] if how == "again" else [])
