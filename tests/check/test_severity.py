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
