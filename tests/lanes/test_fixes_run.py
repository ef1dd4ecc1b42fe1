"""Every kind of fix, applied by the check to a small program and run on both lanes: the growth is gone, and it prints what it printed."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import textwrap
from functools import cache
from pathlib import Path

import pytest
from support import PATIENCE

from tensorleak.check.engine import examine
from tensorleak.check.project import Project
from tensorleak.check.source import read_source
from tensorleak.fix.api import plan

ROUNDS = 40  # that are measured, after as many as `FULL` says in a program whose container must fill first
MANY, FEW = 35, 15  # what grows per round grows by as many; building once for each call is no growth

OPERATIONS = """
    import tensorflow.compat.v1 as tf

    x = tf.placeholder(tf.float32, [])
    rate = tf.Variable(0.5)
    sess = tf.Session()
    sess.run(rate.initializer)

    def held():
        return len(sess.graph.get_operations())
"""
TRACES = """
    import tensorflow.compat.v2 as tf

    traces = []

    def held():
        return len(traces)
"""
MAIN = """
    if __name__ == "__main__":
        work(100000)
"""

Parts = tuple[str, str, str]
# By a name that begins with the fix: what is around the function that works, that function, and a part of the repaired text.
GRAPH: dict[str, Parts] = {
    "hoist_graph_ops": (
        OPERATIONS,
        """
        def work(rounds):
            for step in range(rounds):
                print(sess.run(tf.square(x) + 1.0, {x: step}))
        """,
        "value_op = tf.square(x) + 1.0\n    for",
    ),
    "hoist_graph_ops fed": (
        OPERATIONS,
        """
        def work(rounds):
            for step in range(rounds):
                print(sess.run(tf.assign(rate, 0.1 / (step + 1))))
        """,
        "assign_op",
    ),
    "hoist_graph_ops read": (
        OPERATIONS,
        """
        def work(rounds):
            for step in range(rounds):
                print(sess.run(tf.assign(rate, rate.eval(session=sess) * 0.9)))
        """,
        "assign_op",
    ),
    "hoist_graph_ops twins": (
        OPERATIONS,
        """
        def work(rounds):
            for step in range(rounds):
                print(sess.run(x * 2.0, {x: step}), sess.run(x * 2.0, {x: -step}))
        """,
        "value_op",
    ),
    "hoist_graph_ops carried": (
        OPERATIONS,
        """
        def work(rounds):
            total = tf.constant(1.0)
            for step in range(rounds):
                total = tf.add(total, 1.0)
                value = sess.run(total)
                print(value)
        """,
        "next_total",
    ),
    "hoist_graph_ops by the caller": (
        OPERATIONS,
        """
        def scored(value, factor):
            doubled = tf.multiply(x, factor)
            return sess.run(doubled, {x: value})

        def work(rounds):
            for step in range(rounds):
                print(scored(step, 2.0))
        """,
        "doubled=doubled",
    ),
    "hoist_graph_ops in the initialiser": (
        OPERATIONS,
        """
        class Scorer:
            def __init__(self):
                self.inputs = x

            def score(self, value):
                return sess.run(tf.square(self.inputs) * 3.0, {self.inputs: value})

        scorer = Scorer()

        def work(rounds):
            for step in range(rounds):
                print(scorer.score(step))
        """,
        "self._",
    ),
    "fresh_graph": (
        """
        import tensorflow.compat.v1 as tf

        outer = tf.get_default_graph()

        def held():
            return len(outer.get_operations())
        """,
        """
        def turned(rows):
            value = tf.reverse(tf.constant(rows), [0])
            with tf.Session() as sess:
                return sess.run(value)

        def work(rounds):
            for step in range(rounds):
                print(turned([step, step + 1]))
        """,
        "tf.Graph().as_default()",
    ),
    "load_once": (
        """
        import tempfile

        import tensorflow.compat.v1 as tf

        folder = tempfile.mkdtemp() + "/model"
        with tf.Graph().as_default(), tf.Session() as first:
            x = tf.placeholder(tf.float32, [], name="x")
            y = tf.multiply(x, 2.0, name="y")
            tf.saved_model.simple_save(first, folder, {"x": x}, {"y": y})
        sess = tf.Session(graph=tf.Graph())

        def held():
            return len(sess.graph.get_operations())
        """,
        """
        def work(rounds):
            with sess.graph.as_default():
                for step in range(rounds):
                    tf.saved_model.loader.load(sess, ["serve"], folder)
                    print(sess.run("y:0", {"x:0": step}))
        """,
        '        tf.saved_model.loader.load(sess, ["serve"], folder)\n        for',
    ),
    "session_with": (
        """
        import gc

        import tensorflow.compat.v1 as tf

        x = tf.placeholder(tf.float32, [])
        doubled = x * 2.0

        def held():
            return sum(isinstance(one, tf.InteractiveSession) and not one._closed for one in gc.get_objects())
        """,
        """
        def answer(number):
            sess = tf.InteractiveSession()
            value = sess.run(doubled, {x: number})
            print(value)

        def work(rounds):
            for step in range(rounds):
                answer(step)
        """,
        "with tf.Session() as sess:",
    ),
}
KEPT = """
    import tensorflow.compat.v2 as tf

    FULL = 140
    kept = {}
"""
EAGER: dict[str, Parts] = {
    "float_of_tensor": (
        KEPT.format("[]"),
        """
        def work(rounds):
            for step in range(rounds):
                loss = tf.reduce_sum(tf.ones([3]) * step)
                kept.append(loss)
                print(float(kept[-1]))
        """,
        "kept.append(float(loss))",
    ),
    "bounded_deque": (
        KEPT.format("[]"),
        """
        def work(rounds):
            for step in range(rounds):
                kept.append(tf.ones([3, 3]) * step)
                print(kept[-1].numpy().sum())
        """,
        "deque(maxlen=",
    ),
    "bounded_dict": (
        KEPT.format("{}"),
        """
        def output(number):
            if number not in kept:
                kept[number] = tf.ones([3, 3]) * number
            return kept[number]

        def work(rounds):
            for step in range(rounds):
                print(output(step + rounds * 1000).numpy().sum())
        """,
        "next(iter(kept))",
    ),
    "bounded_lru_cache": (
        """
        import functools

        import tensorflow.compat.v2 as tf

        FULL = 140

        def held():
            return encoded.cache_info().currsize
        """,
        """
        @functools.lru_cache(maxsize=None)
        def encoded(number):
            return tf.ones([3, 3]) * number

        def work(rounds):
            for step in range(rounds):
                print(encoded(step + rounds * 1000).numpy().sum())
        """,
        "maxsize=128",
    ),
    "function_out_of_loop": (
        """
        import gc

        import tensorflow as tf

        kind = type(tf.function(abs))

        def held():
            return sum(isinstance(one, kind) for one in gc.get_objects())
        """,
        """
        class Scaler:
            def __init__(self):
                self.functions = {}

            def scaled(self, number):
                double = tf.function(lambda value: value * 2.0)
                self.functions[number] = double
                return float(double(tf.constant(float(number))))

        scaler = Scaler()

        def work(rounds):
            for step in range(rounds):
                print(scaler.scaled(step + rounds * 1000))
        """,
        "double = tf.function(lambda value: value * 2.0)\n\n",
    ),
    "tensor_argument": (
        TRACES,
        """
        @tf.function
        def scaled(rows, factor):
            traces.append(1)
            return tf.reduce_sum(rows * factor)

        def work(rounds):
            for step in range(rounds):
                print(round(float(scaled(tf.ones([3]), 0.5 * (step + rounds * 1000)))))
        """,
        "tf.constant(0.5",
    ),
    "input_signature": (
        TRACES,
        """
        @tf.function
        def summed(rows):
            traces.append(1)
            return tf.reduce_sum(rows)

        def work(rounds):
            for step in range(rounds):
                print(float(summed(tf.ones([step + rounds * 1000]))))
        """,
        "@tf.function(",
    ),
    "dataset_once": (
        """
        import tensorflow.compat.v2 as tf
        from tensorflow.python.ops import script_ops

        def rows():
            for number in range(3):
                yield float(number)

        def held():
            return script_ops._py_funcs.size()
        """,
        """
        def work(rounds):
            for step in range(rounds):
                data = tf.data.Dataset.from_generator(rows, tf.float32)
                print(sum(float(one) for one in data))
        """,
        "    data = tf.data.Dataset.from_generator(rows, tf.float32)\n    for",
    ),
}
PROGRAMS = {"graph": GRAPH, "eager": EAGER}
# Runs each program of a folder, before and after, in one process: importing TensorFlow takes longer than all of them.
DRIVER = """
import contextlib, io, json, os, runpy, sys, warnings

warnings.simplefilter("ignore")
import tensorflow as tf

mode, folder, rounds, target = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
if mode == "graph":
    tf.compat.v1.disable_eager_execution()
else:
    tf.compat.v1.enable_eager_execution()
def held(names):
    return names["held"]() if "held" in names else sum(not isinstance(one, float) for one in names["kept"])

found = {}
for name in sorted(os.listdir(folder)):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        names = runpy.run_path(os.path.join(folder, name), run_name="program")
        names["work"](names.get("FULL", 5))
        before = held(names)
        names["work"](rounds)
    found[name] = {"printed": printed.getvalue(), "grown": held(names) - before}
with open(target, "w") as file:
    json.dump(found, file)
"""


def text_of(parts: Parts) -> str:
    return "\n".join(textwrap.dedent(part).strip("\n") + "\n" for part in (*parts[:2], MAIN))


@cache
def texts(mode: str) -> dict[str, tuple[str, str]]:
    """Each program as it was, and after all fixes of the check."""
    found = {}
    for name, parts in PROGRAMS[mode].items():
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder) / "program.py"
            script.write_text(text_of(parts), encoding="utf-8")
            source = read_source(script)
            findings = examine(source, Project([script.parent])).findings
            fixes = plan(findings, {source.display: source}, unsafe=True)
        assert any(fix.changes for fix in fixes), [fix.refused for fix in fixes]
        assert parts[2] in fixes[0].after, (name, fixes[0].after)
        found[name] = (source.text, fixes[0].after)
    return found


def run_all(python: Path, mode: str, folder: Path, target: Path) -> dict[str, dict]:
    driver = folder.parent / "driver.py"
    driver.write_text(DRIVER, encoding="utf-8")
    environment = dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1", TF_USE_LEGACY_KERAS="0")
    words = [str(python), str(driver), mode, str(folder), str(ROUNDS), str(target)]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert target.exists(), done.stderr[-3000:]
    found: dict[str, dict] = json.loads(target.read_text())
    return found


@pytest.mark.parametrize("mode", PROGRAMS)
def test_every_fix_ends_the_growth_and_changes_nothing_else(mode: str, tmp_path: Path, lane: Path) -> None:
    folder = tmp_path / "programs"
    folder.mkdir()
    for number, forms in enumerate(texts(mode).values()):
        for form, text in zip(("before", "repaired"), forms, strict=True):
            (folder / f"p{number:02}_{form}.py").write_text(text, encoding="utf-8")
    found = run_all(lane, mode, folder, tmp_path / "found.json")
    for number, name in enumerate(texts(mode)):
        before, after = found[f"p{number:02}_before.py"], found[f"p{number:02}_repaired.py"]
        assert before["grown"] >= MANY, name
        assert after["grown"] <= FEW, name
        assert after["printed"] == before["printed"], name
