"""How a place comes to repeat: the steps say what is called or used as it is written, and count lines of notebooks in their cells."""

from __future__ import annotations

import json
from pathlib import Path

from tensorleak.check.driver import Options, check
from tensorleak.check.finding import StaticFinding
from tensorleak.check.settings import Settings

SERVER = """\
import tensorflow as tf
from flask import Flask

app = Flask(__name__)
session = tf.Session()

class Scorer:
    @property
    def score(self):
        return session.run(tf.constant(1.0))

scorer = Scorer()

@app.route("/")
def answer():
    return {0}
"""
CELLS = (
    "import tensorflow as tf\nfrom helper import shifted\n\nsession = tf.Session()\n",
    "print('a cell of its own')\n",
    "for number in range(100000):\n    a = tf.constant(1.0)\n    b = tf.constant(2.0)\n    session.run([a, b, shifted(a)])\n",
)
HELPER = "import tensorflow as tf\n\ndef shifted(a):\n    return a + 1.0\n"


def found(folder: Path, files: dict[str, str]) -> list[StaticFinding]:
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return sorted(check([folder], Options(Settings(base=folder), jobs=1)).findings, key=lambda one: one.file)


def steps(finding: StaticFinding) -> list[tuple[int, str]]:
    return [(step.location.line, step.text) for step in finding.chain]


def test_the_step_of_a_handler_itself_is_left_out(tmp_path: Path) -> None:
    (leak,) = found(tmp_path, {"main.py": SERVER.format("str(session.run(tf.zeros([2])))")})
    assert steps(leak) == [(15, "answer handles every request")]


def test_what_is_no_call_is_told_as_it_is_written(tmp_path: Path) -> None:
    (leak,) = found(tmp_path, {"main.py": SERVER.format("str(scorer.score)")})
    assert steps(leak) == [(15, "answer handles every request"), (16, "uses scorer.score")]


def test_lines_of_a_notebook_count_in_their_cell(tmp_path: Path) -> None:
    cells = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": text} for text in CELLS]
    notebook = {"cells": cells, "metadata": {"language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}
    helper, own = found(tmp_path, {"lesson.ipynb": json.dumps(notebook), "helper.py": HELPER})
    assert (own.cell, own.span.line, own.summary[-16:]) == (3, 2, "(also on line 3)")
    assert steps(own) == [(1, "cell 3: loop over range(100000)")]
    assert steps(helper) == [(1, "cell 3: loop over range(100000)"), (4, "cell 3: calls shifted()")]
