"""The probe keeps nothing alive: what the program drops is dead after one collection, in every mode and after every look."""

from __future__ import annotations

from pathlib import Path

from support import observe

from tensorleak.recording import load

GRAPH = """
import gc, sys, time, weakref
import tensorflow.compat.v1 as tf
tf.disable_eager_execution()
from tensorleak_probe import lifecycle
probe = lifecycle.current()

def once():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, [None])
        v = tf.get_variable('v', [3])
        y = x + 1.0
    session = tf.Session(graph=graph)
    for _ in range(20):
        session.run(y, {x: [1.0]})
    probe.looks._take('census', final=True); probe.looks._take('collect'); probe.sampler.take()
    session.close()
    return [weakref.ref(o) for o in (graph, session, v)]

refs = [once() for _ in range(3)]
time.sleep(0.5)
gc.collect()
print([[ref() is None for ref in row] for row in refs])
"""

EAGER = """
import gc, sys, time, weakref
import tensorflow as tf
if not tf.__version__.startswith('2'):
    tf.compat.v1.enable_eager_execution()
from tensorflow import keras
from tensorleak_probe import lifecycle
probe = lifecycle.current()

def once():
    model = keras.Sequential([keras.layers.Dense(4, input_shape=(3,))])
    tensor = tf.ones((8, 3))
    variable = tf.Variable(tf.ones((5,)))
    function = tf.function(lambda x: x * variable[0])
    function(tensor); model(tensor)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(variable * variable)
    tape.gradient(loss, variable)
    kept = [tensor] * 20
    for _ in range(3):
        kept += [tf.ones((2,)) for _ in range(20)]
        probe.looks._take('census', final=True)
    probe.looks._take('collect'); probe.sampler.take()
    return [weakref.ref(o) for o in (model, tensor, variable, function, tape)]

refs = [once() for _ in range(3)]
if hasattr(keras.backend, 'clear_session'):
    keras.backend.clear_session()
time.sleep(0.5)
gc.collect()
print([[ref() is None for ref in row] for row in refs])
"""

LOCALS = """
import gc, threading, time, weakref
import tensorflow as tf
from tensorleak_probe import lifecycle
probe = lifecycle.current()

class Thing: pass

def loop():
    kept = []
    big = Thing()
    ref = weakref.ref(big)
    for i in range(4):
        kept += [Thing() for _ in range(10)]
        probe.looks._take('census', final=True)
    del big
    return ref() is None

answers = []
thread = threading.Thread(target=lambda: answers.append(loop()))
thread.start(); thread.join()
print(loop(), answers[0])
"""


def run(folder: Path, lane: Path, source: str) -> str:
    (folder / "p.py").write_text(source)
    outcome = observe(folder, "p.py", python=lane)
    assert outcome.status == 0, outcome.stderr[-2000:]
    assert load(outcome.record).faults == []
    return outcome.stdout.strip()


def test_graphs_sessions_and_variables(tmp_path: Path, lane: Path) -> None:
    assert run(tmp_path, lane, GRAPH) == str([[True] * 3] * 3)


def test_models_tensors_functions_and_tapes(tmp_path: Path, lane: Path) -> None:
    assert run(tmp_path, lane, EAGER) == str([[True] * 5] * 3)


def test_a_deleted_local_is_dead_though_its_frame_was_read(tmp_path: Path, lane: Path) -> None:
    assert run(tmp_path, lane, LOCALS) == "True True"


def test_what_the_program_keeps_is_seen_as_kept(tmp_path: Path, lane: Path) -> None:
    source = GRAPH.replace("def once():", "held = []\ndef once():").replace(
        "    session.close()", "    held.append(graph); session.close()"
    )
    assert run(tmp_path, lane, source).startswith("[[False, True")
