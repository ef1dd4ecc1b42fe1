"""Kills, forks and short lives of real TensorFlow programs: no recording is lost, every message is clear."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from support import PATIENCE, observe
from tensorleak_engine import diagnose

from tensorleak.recording import load, load_all

LEAKING = """
import os, signal, sys
import tensorflow as tf
history = []
step = tf.function(lambda x: tf.reduce_sum(x * x))
def main():
    for i in range(int(sys.argv[1])):
        history.append(step(tf.ones((64, 64))) + tf.zeros((64, 64)))
    END
main()
"""


def program(folder: Path, end: str, source: str = LEAKING) -> str:
    (folder / "p.py").write_text(source.replace("END", end))
    return "p.py"


def test_a_killed_program_gets_its_diagnosis(tmp_path: Path, tf2: Path) -> None:
    outcome = observe(tmp_path, program(tmp_path, "os.kill(os.getpid(), signal.SIGKILL)"), "20000", python=tf2)
    assert outcome.status == -9
    assert outcome.diagnosis["verdict"] == "leak"
    assert outcome.rules == ["TL301"]
    assert outcome.diagnosis["findings"][0]["location"]["line"] == 8


def test_a_leak_is_told_while_the_program_runs(tmp_path: Path, tf2: Path) -> None:
    """However long that takes on this machine: the program ends when it was told, or after a minute."""
    (tmp_path / "p.py").write_text(
        "import os, time\nimport tensorflow.compat.v1 as tf\ntf.disable_eager_execution()\nx = tf.constant(1.0)\n"
        "end = time.monotonic() + 60\nwith tf.Session() as sess:\n"
        "    while time.monotonic() < end and not os.path.exists('told'):\n        sess.run(x + 1.0)\n"
    )
    command = [sys.executable, "-m", "tensorleak", "run", "--record", "r.jsonl", "--python", str(tf2), "p.py"]
    lines = []
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        for line in running.stderr:
            lines.append(line)
            if line.startswith("tensorleak: leak: "):
                (tmp_path / "told").touch()
    told = [line for line in lines if line.startswith("tensorleak:")]
    assert len(told) == 1 and "at p.py:8" in told[0], told
    assert (tmp_path / "told").exists()


def test_the_recording_can_be_cut_anywhere(tmp_path: Path, tf2: Path) -> None:
    outcome = observe(tmp_path, program(tmp_path, "os._exit(3)"), "1500", python=tf2)
    assert outcome.status == 3
    whole = outcome.record.read_bytes()
    first = whole.index(b"\n") + 1
    for end in range(first, len(whole), max(1, len(whole) // 60)):
        (tmp_path / "cut").write_bytes(whole[:end])
        assert diagnose(load(tmp_path / "cut")).verdict.value


def test_too_short_says_how_much_is_needed(tmp_path: Path, lane: Path) -> None:
    outcome = observe(tmp_path, program(tmp_path, "", "import tensorflow as tf\nprint(tf.__version__)"), python=lane)
    assert outcome.diagnosis["verdict"] == "too-short"
    assert "16" in outcome.diagnosis["sentence"] or "at least" in outcome.diagnosis["sentence"]


def test_forked_workers_are_followed(tmp_path: Path, lane: Path) -> None:
    source = """
import multiprocessing, os, time
import numpy as np
import tensorflow.compat.v1 as tf
tf.disable_eager_execution()
def work(n):
    with tf.Session() as sess:
        for i in range(60):
            sess.run(tf.constant(1.0) + i)
            time.sleep(0.01)
if __name__ == '__main__':
    context = multiprocessing.get_context('fork')
    workers = [context.Process(target=work, args=(i,)) for i in range(2)]
    [w.start() for w in workers]; [w.join() for w in workers]
"""
    outcome = observe(tmp_path, program(tmp_path, "", source), python=lane)
    recordings = load_all(outcome.record)
    assert len(recordings) == 3
    assert outcome.diagnosis["verdict"] == "leak"
    assert outcome.rules[:1] == ["TL101"]
    assert outcome.diagnosis["findings"][0]["location"]["line"] == 9


def test_users_tracebacks_show_no_probe(tmp_path: Path, lane: Path) -> None:
    source = """
import tensorflow.compat.v1 as tf
tf.disable_eager_execution()
x = tf.placeholder(tf.float32, [2])
with tf.Session() as sess:
    sess.run(x + 1.0)
"""
    outcome = observe(tmp_path, program(tmp_path, "", source), python=lane)
    assert outcome.status == 1
    assert "You must feed a value" in outcome.stderr
    assert "tensorleak_probe" not in outcome.stderr


def test_results_are_the_same_with_and_without(tmp_path: Path, lane: Path) -> None:
    source = """
import numpy as np
import tensorflow.compat.v1 as tf
tf.disable_eager_execution(); tf.set_random_seed(1)
x = tf.placeholder(tf.float32, [None, 8])
y = tf.layers.dense(x, 4) if hasattr(tf.layers, 'dense') and tf.__version__ < '2' else tf.matmul(x, tf.get_variable('w', [8, 4]))
train = tf.train.AdamOptimizer(0.1).minimize(tf.reduce_mean(tf.square(y - 1.0)))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(30):
        sess.run(train, {x: np.full((16, 8), 0.5, np.float32)})
    print(sess.run(tf.reduce_sum(y), {x: np.ones((2, 8), np.float32)}))
"""
    name = program(tmp_path, "", source)
    outcome = observe(tmp_path, name, python=lane)
    bare = subprocess.run([str(lane), name], cwd=tmp_path, capture_output=True, text=True)
    assert outcome.stdout == bare.stdout != ""


def test_several_leaks_are_several_findings(tmp_path: Path, tf2: Path) -> None:
    source = """
import tensorflow as tf
embeddings, cache = [], {}
@tf.function
def scale(x, factor):
    return x * factor
def serve(i):
    scale(tf.ones((10,)), i)
    embeddings.append(tf.ones((64, 64)).numpy())
for i in range(250):
    serve(i)
"""
    outcome = observe(tmp_path, program(tmp_path, "", source), python=tf2)
    assert set(outcome.rules) == {"TL201", "TL304"}
    assert {finding["location"]["line"] for finding in outcome.diagnosis["findings"]} == {8, 9}


def test_report_while_the_program_runs(tmp_path: Path, tf2: Path) -> None:
    name = program(tmp_path, "print('done', flush=True); import time; time.sleep(60)")
    record = tmp_path / "live.jsonl"
    desk = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "tensorleak",
            "run",
            "--quiet",
            "--record",
            str(record),
            "--python",
            str(tf2),
            name,
            "4000",
        ],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert desk.stdout.readline() == "done\n"
        done = subprocess.run(
            [sys.executable, "-m", "tensorleak", "report", str(record)], capture_output=True, text=True
        )
        assert "TL301" in done.stdout
    finally:
        desk.terminate()
        desk.wait(timeout=PATIENCE)
        desk.stdout.close()
