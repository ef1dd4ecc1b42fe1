"""Where no repair is right, none is offered: the finding stands, and the text stays as it is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tensorleak.check.engine import examine
from tensorleak.check.project import Project
from tensorleak.check.source import read_source
from tensorleak.fix.api import plan

NAMED_TUPLE = """
from typing import NamedTuple
import tensorflow as tf

class Knobs(NamedTuple):
    rate: float

@tf.function
def step(rows, knobs):
    return tf.reduce_sum(rows) * knobs.rate

for number in range(10000):
    print(float(step(tf.ones([4]), Knobs(0.1 * number))))
"""
NUMBER = """
import tensorflow as tf

@tf.function
def step(rows, rate):
    return tf.reduce_sum(rows) * rate

for number in range(10000):
    print(float(step(tf.ones([4]), 0.1 * number)))
"""
MODELS = """
import functools
import tensorflow as tf

@functools.lru_cache(maxsize=None)
def made(width):
    return tf.keras.Sequential([tf.keras.layers.Dense(width)])

for width in widths():
    print(made(width).predict(tf.ones([1, 4])))
"""


@pytest.mark.parametrize(
    ("text", "rule", "fix"),
    [(NAMED_TUPLE, "TL201", None), (NUMBER, "TL201", "tensor_argument"), (MODELS, "TL405", None)],
    ids=["a structure is no tensor", "a number becomes one", "how many models fit, nobody knows"],
)
def test_a_repair_is_offered_where_it_is_right(tmp_path: Path, text: str, rule: str, fix: str | None) -> None:
    script = tmp_path / "main.py"
    script.write_text(text, encoding="utf-8")
    found = examine(read_source(script), Project([tmp_path])).findings
    assert [(item.rule, item.fix) for item in found if item.rule == rule] == [(rule, fix)]


HANDLER = """
import tensorflow as tf
from flask import Flask, request
from keras.models import load_model

app = Flask(__name__)
{graph}

@app.route("/predict", methods=["POST"])
def predict():
    model = load_model("m.h5")
    return str(model.predict(request.json["rows"]))
"""


@pytest.mark.parametrize(("graph", "offered"), [("sess = tf.Session()", False), ("", True)], ids=["graph", "eager"])
def test_a_model_of_graph_mode_stays_with_its_thread(tmp_path: Path, graph: str, offered: bool) -> None:
    script = tmp_path / "app.py"
    script.write_text(HANDLER.format(graph=graph), encoding="utf-8")
    source = read_source(script)
    found = examine(source, Project([tmp_path])).findings
    (fix,) = plan(found, {source.display: source}, unsafe=True)
    assert fix.changes is offered
    assert offered or "belongs to the graph and session" in fix.refused[0][1]


INNER = """
import tensorflow as tf

sess = tf.Session()
for episode in range(10000):
    scale = tf.constant(2.0)
    for step in range(10000):
        print(sess.run(tf.constant(3.0) * scale))
"""


def test_a_fix_that_leaves_the_leak_is_no_fix(tmp_path: Path) -> None:
    script = tmp_path / "main.py"
    script.write_text(INNER, encoding="utf-8")
    source = read_source(script)
    found = examine(source, Project([tmp_path])).findings
    for fix in plan(found, {source.display: source}, unsafe=True):
        left = examine(replace(source, text=fix.after), Project([tmp_path])).findings
        assert len(left) == len(found) - len(fix.applied)
