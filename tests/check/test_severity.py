"""What would cost little, and what nobody calls, is a hint; the same program with more rounds is a warning."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pytest

from tensorleak.check.driver import Options, check
from tensorleak.check.finding import Severity
from tensorleak.check.settings import Settings

HINT, WARNING = {Severity.INFO}, {Severity.WARNING}
GRAPH = """\
import argparse
import time
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--few-passes", type=int, default=20)
parser.add_argument("--long", type=int, default=100000)
args = parser.parse_args()
rate = tf.Variable(0.1)
session = tf.Session()
"""
ASSIGN = "session.run(tf.assign(rate, 0.5))"
LOOPS = {
    "a default of the command line": ("for i in range(args.few_passes):", "for i in range(args.long):"),
    "a range from an unknown start": ("for i in range(start, 100):", "for i in range(start, 100000):"),
    "a counter of a while": (
        "i = 0\nwhile not done and i < 100:\n    i += 1",
        "i = 0\nwhile not done and i < 100000:\n    i += 1",
    ),
    "a work list": ("while len(left) > 0:", "while True:"),
    "data that runs out": (
        "while True:\n    try:\n        session.run(step)\n    except tf.errors.OutOfRangeError:\n        break",
        "while True:\n    session.run(step)",
    ),
    "a loop that waits": ("while True:\n    time.sleep(60)", "while True:\n    time.sleep(0.01)"),
    "epochs": ("for epoch in range(config.epochs):", "for step in range(config.steps):"),
    "one pass over files": ("for index in range(len(files)):", "for index in range(iterations):"),
}
CONDITIONS = {
    "every so many steps": ("if step % 1000 == 0:", "if step % 2 == 0:"),
    "an unknown interval": ("if step % interval == 0:", "if step > interval:"),
    "a record": ("if loss < best:\n    best = loss", "if loss < bound:\n    other = loss"),
}


def severities(folder: Path, *files: str) -> set[Severity]:
    for number, text in enumerate(files):
        (folder / ("main.py" if not number else f"part{number}.py")).write_text(dedent(text), encoding="utf-8")
    report = check([folder], Options(Settings(base=folder), jobs=1))
    assert not report.problems
    return {found.severity for found in report.findings}


@pytest.mark.parametrize("few, many", LOOPS.values(), ids=LOOPS.keys())
def test_rounds_decide(few: str, many: str, tmp_path: Path) -> None:
    assert severities(tmp_path, f"{GRAPH}{few}\n    {ASSIGN}\n") == HINT
    assert severities(tmp_path, f"{GRAPH}{many}\n    {ASSIGN}\n") == WARNING


@pytest.mark.parametrize("few, many", CONDITIONS.values(), ids=CONDITIONS.keys())
def test_the_share_of_the_rounds_decides(few: str, many: str, tmp_path: Path) -> None:
    loop = "best = 9.0\nfor step in range(20000):\n    session.run(train)\n"
    assert severities(tmp_path, f"{GRAPH}{loop}{indent(few, '    ')}\n        {ASSIGN}\n") == HINT
    assert severities(tmp_path, f"{GRAPH}{loop}{indent(many, '    ')}\n        {ASSIGN}\n") == WARNING


MODEL = """\
from tensorflow import keras

def build():
    return keras.Sequential([keras.layers.Dense(1)])

{loop}
    model = build()
    model.compile("adam", "mse")
    model.fit(rows, labels)
"""


def test_trainings_until_one_is_good_enough_are_few(tmp_path: Path) -> None:
    assert severities(tmp_path, MODEL.format(loop="while accuracy < 0.9:")) == HINT
    assert severities(tmp_path, MODEL.format(loop="for customer in customers:")) == WARNING


def test_what_a_session_of_the_round_learns_goes_with_it(tmp_path: Path) -> None:
    body = "for file in files:\n    {0}\n    " + ASSIGN.replace("rate, 0.5", "rate, 0.5") + "\n"
    text = GRAPH.replace("session = tf.Session()\n", "") + body
    of_the_round = severities(tmp_path, text.format("session = tf.Session()"))
    assert of_the_round == HINT


LOOPING = """\
import tensorflow as tf

def serve(session, rows):
    while True:
        session.run(tf.reduce_sum(rows), {})

class Server:
    def answer(self, session, rows):
        while True:
            session.run(tf.reduce_sum(rows), {})
"""
CALLED = "import main\n\nmain.serve(None, None)\nmain.Server().answer(None, None)\n"
NOT_CALLED = "def serve():\n    pass\n\nserve()\n"


def test_what_nobody_in_a_project_calls_is_a_hint(tmp_path: Path) -> None:
    assert severities(tmp_path, LOOPING, "import other\n") == HINT
    assert severities(tmp_path, LOOPING, CALLED) == WARNING


def test_a_function_of_the_same_name_elsewhere_is_no_caller(tmp_path: Path) -> None:
    assert severities(tmp_path, LOOPING.partition("class")[0], NOT_CALLED) == HINT


def test_a_file_that_is_checked_alone_may_be_called_by_anybody(tmp_path: Path) -> None:
    assert severities(tmp_path, LOOPING) == WARNING
    assert severities(tmp_path, LOOPING + "\nif __name__ == '__main__':\n    pass\n") == HINT


def test_of_what_is_kept_the_size_decides(tmp_path: Path) -> None:
    small = "import tensorflow as tf\nkept = []\nfor row in dataset:\n    loss = tf.reduce_sum({0})\n    print(float(loss))\n"
    scalars = severities(tmp_path, small.format("row") + "    kept.append(loss)\n")
    tensors = severities(tmp_path, small.format("row") + "    kept.append(tf.nn.relu(row))\n")
    assert (scalars, tensors) == (HINT, WARNING)


COSTS = {  # figures of TensorFlow 1.15.5: the same number of rounds, and something smaller in each
    "a fetch above a network": (
        "for i in range(900):\n    session.run(tf.argmax(tf.zeros([2]), 0))",
        "logits = tf.matmul(x, w)\nfor i in range(900):\n    session.run(tf.argmax(logits, 1))",
    ),
    "a saver": (
        "for i in range(100):\n    session.run(tf.assign(rate, 0.5))",
        "for i in range(100):\n    session.run(step)\n    tf.train.Saver().save(session, path)",
    ),
    "a recurrent network": (
        "for i in range(60):\n    session.run(tf.nn.relu(x))",
        "for i in range(60):\n    session.run(tf.nn.dynamic_rnn(cell, x))",
    ),
    "gradients": (
        "for i in range(80):\n    session.run(tf.nn.relu(x))",
        "for i in range(80):\n    session.run(tf.gradients(loss, x))",
    ),
    "a session of an agent": (
        "for i in range(100):\n    own = tf.InteractiveSession()\n    own.run(step)",
        "for i in range(100):\n    train = tf.train.AdamOptimizer().minimize(loss)\n    own = tf.InteractiveSession()\n    own.run(train)",
    ),
}


@pytest.mark.parametrize("small, large", COSTS.values(), ids=COSTS.keys())
def test_what_each_round_costs_decides(small: str, large: str, tmp_path: Path) -> None:
    assert severities(tmp_path, f"{GRAPH}{small}\n") == HINT
    assert severities(tmp_path, f"{GRAPH}{large}\n") >= WARNING


FOLDS = "from sklearn.model_selection import KFold\n" + MODEL.format(loop="for train, test in KFold({0}).split(rows):")


def test_of_folds_their_number_and_size_decide(tmp_path: Path) -> None:
    assert severities(tmp_path, FOLDS.format("")) == HINT
    assert severities(tmp_path, FOLDS.format("n_splits=30")) == WARNING
    in_a_graph = "import tensorflow as tf\ntf.compat.v1.disable_eager_execution()\n" + FOLDS.format("")
    assert severities(tmp_path, in_a_graph) >= WARNING


REGISTRY = (
    GRAPH
    + """\
class Net:
    def __init__(self, name):
        self.graph = tf.Graph()
        self.session = tf.Session(graph=self.graph)

class Trainer:
    def __init__(self, names, requests):
        self.nets, self.names, self.requests = {{}}, names, requests

    def run(self):
        for name in self.{0}:
            self.nets[name] = Net(name)
            print(self.nets[name].session.run("step:0"))

Trainer(names, requests).run()
"""
)


def test_a_table_of_what_the_program_was_given_is_a_hint(tmp_path: Path) -> None:
    assert severities(tmp_path, REGISTRY.format("names")) == HINT
    assert severities(tmp_path, REGISTRY.format("requests")) >= WARNING


FACTORY = """\
import flask
from tensorflow import keras

app = flask.Flask(__name__)

class Cached:
    model = keras.models.load_model("net.h5")

    def load(self):
        return self.model

class Sent:
    def load(self):
        return keras.models.load_model("sent.h5")

def loader(kind):
    if kind == "sent":
        return Sent()
    return {0}

@app.route("/")
def answer():
    return str(loader(flask.request.args["kind"]).load().predict(rows))
"""


def test_of_several_classes_that_may_be_chosen_one_is_a_hint(tmp_path: Path) -> None:
    assert severities(tmp_path, FACTORY.format("Cached()")) == HINT
    assert severities(tmp_path, FACTORY.format("Sent()")) == WARNING


WRAPPED = """\
import gradio as gr
from tensorflow import keras

model = keras.models.load_model("net.h5")

def answer(picture):
    part = {0}
    return part{1}(picture)

gr.Interface(fn=answer, inputs="image", outputs="label")
"""


def test_a_model_around_layers_that_are_there_costs_little(tmp_path: Path) -> None:
    inner = "keras.Model(model.inputs, model.get_layer('last').output)"
    assert severities(tmp_path, WRAPPED.format(inner, "")) == HINT
    assert severities(tmp_path, WRAPPED.format("keras.Sequential([keras.layers.Dense(4)])", ".predict")) == WARNING


TABLE = """\
import tensorflow as tf
import numpy as np

class Adapter:
    def __init__(self):
        self.weights = tf.Variable(tf.zeros([64, 64]))

class Hub:
    def __init__(self):
        self.adapters = {{}}

rng = np.random.default_rng(0)
hub = Hub()
def serve(projects, requests):
    for number in range(requests):
        project = {0}
        hub.adapters[project] = Adapter()
        print(float(tf.reduce_sum(hub.adapters[project].weights)))
serve(projects, requests)
"""


def test_keys_of_a_bounded_draw_are_few(tmp_path: Path) -> None:
    assert severities(tmp_path, TABLE.format("int(rng.integers(projects))")) <= HINT
    assert severities(tmp_path, TABLE.format("number // 2")) <= HINT
    assert severities(tmp_path, "import random\n" + TABLE.format("random.randint(0, projects)")) <= HINT
    assert severities(tmp_path, "import random\n" + TABLE.format("random.uniform(0, projects)")) >= WARNING
    assert severities(tmp_path, TABLE.format("number")) >= WARNING


WINDOW = """\
import tensorflow as tf

session = tf.compat.v1.Session()

class Window:
    def __init__(self, button, timer):
        {0}.connect(self.show)

    def show(self):
        print(session.run(tf.constant(1.0)))

Window(button, timer)
"""


def test_what_a_person_does_by_hand_happens_less_often(tmp_path: Path) -> None:
    assert severities(tmp_path, WINDOW.format("button.clicked")) == HINT
    assert severities(tmp_path, WINDOW.format("timer.timeout")) == WARNING


FORM = """\
import tensorflow as tf
from flask import Flask

app = Flask(__name__)

@app.route("/")
def answer():
    model = tf.keras.Sequential()
    {0}
    return "searching"
"""


def test_an_empty_model_costs_nothing(tmp_path: Path) -> None:
    assert severities(tmp_path, FORM.format("start(model)")) <= HINT
    assert severities(tmp_path, FORM.format("model.add(tf.keras.layers.Dense(4)); model.predict(rows)")) >= WARNING


LOADING = """\
import tensorflow as tf

for name in {0}:
    model = tf.keras.models.load_model(name)
    print(model.predict(tf.zeros([1, 4])))
"""


def test_of_loads_their_number_decides(tmp_path: Path) -> None:
    assert severities(tmp_path, LOADING.format("kfold_names")) <= HINT
    assert severities(tmp_path, LOADING.format("requests()")) >= WARNING
