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


RECORDER = """
import tensorflow as tf

class Recorder:
    def __init__(self, model):
        self.model = model
        self.frames = []

    def watch(self, rows):
        for row in rows:
            self.frames.append(self.model(row).numpy())

recorder = Recorder(tf.keras.Sequential([tf.keras.layers.Dense(64)]))
while True:
    recorder.watch([tf.ones([1, 64])])
"""


@pytest.mark.parametrize(
    ("other", "offered"),
    [
        ("from recorder import Recorder\nfor frame in Recorder(None).frames: show(frame)\n", False),
        ("from recorder import Recorder\nRecorder(None).watch([])\n", True),
        ("from films import Film\nfor frame in Film().frames: show(frame)\n", True),
    ],
    ids=["another file reads it", "another file does not", "another file reads something else"],
)
def test_what_another_file_reads_keeps_all_its_elements(tmp_path: Path, other: str, offered: bool) -> None:
    script = tmp_path / "recorder.py"
    script.write_text(RECORDER, encoding="utf-8")
    (tmp_path / "film.py").write_text(other, encoding="utf-8")
    source = read_source(script)
    found = examine(source, Project([tmp_path])).findings
    (fix,) = plan(found, {source.display: source}, unsafe=True)
    assert fix.changes is offered, fix.refused
    assert offered or "film.py, which may need all of it" in fix.refused[0][1]


SESSIONS = """
import tensorflow.compat.v1 as tf

x = tf.placeholder(tf.float32, [])
doubled = x * 2.0

def answer(number):
    sess = tf.InteractiveSession()
    value = sess.run(doubled, {x: number})
    print(value)

while True:
    answer(1.0)
"""


def test_what_a_rule_in_preview_says_of_it_does_not_keep_a_fix_away(tmp_path: Path) -> None:
    script = tmp_path / "main.py"
    script.write_text(SESSIONS, encoding="utf-8")
    source = read_source(script)
    found = examine(source, Project([tmp_path])).findings
    (fix,) = plan(found, {source.display: source}, unsafe=True)
    assert "with tf.Session() as sess:" in fix.after
    assert [item.rule for item in examine(replace(source, text=fix.after), Project([tmp_path])).findings] == ["TL103"]


STORED = """
import tensorflow.compat.v1 as tf

weights = tf.Variable(1.0)

def store(sess, factor):
    doubled = tf.multiply(weights, factor)
    print(sess.run(doubled))

def train(steps):
    with tf.Session() as sess:
        for step in range(steps):
            store(sess, 2.0)

train(100000)
"""


@pytest.mark.parametrize(
    ("other", "offered"),
    [("from train import store\nstore(None, 3.0)\n", False), ("from train import train\ntrain(9)\n", True)],
    ids=["another file calls it", "another file does not"],
)
def test_a_function_that_others_call_keeps_its_parameters(tmp_path: Path, other: str, offered: bool) -> None:
    script = tmp_path / "train.py"
    script.write_text(STORED, encoding="utf-8")
    (tmp_path / "export.py").write_text(other, encoding="utf-8")
    source = read_source(script)
    found = [item for item in examine(source, Project([tmp_path])).findings if item.fix]
    (fix,) = plan(found, {source.display: source}, unsafe=True)
    assert fix.changes is offered, fix.refused
    assert offered or "export.py, which calls it as it is now" in fix.refused[0][1]
