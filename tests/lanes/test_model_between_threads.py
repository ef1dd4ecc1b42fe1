"""What is said to a handler of TensorFlow 1 that loads its model for every request: one model serves all threads, inside its graph and session."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

SERVING = """
import os, tempfile, threading
import numpy as np, tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), "m.h5")
tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))]).save(path)
tf.keras.backend.clear_session()
model = tf.keras.models.load_model(path, compile=False)
graph, session = tf.get_default_graph(), tf.keras.backend.get_session()
told = []

def within():
    with graph.as_default(), session.as_default():
        model.predict(np.ones((1, 3)))
    told.append(len(graph.get_operations()))

def without():
    try:
        model.predict(np.ones((1, 3)))
    except Exception as error:
        told.append(type(error).__name__)

for request in (within, within, within, without):
    thread = threading.Thread(target=request)
    thread.start()
    thread.join()
print(told)
"""


@pytest.mark.tf1
def test_a_model_serves_all_threads_inside_its_graph_and_session(tf1: Path) -> None:
    environment = dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3")
    done = subprocess.run([str(tf1), "-c", SERVING], env=environment, capture_output=True, text=True, timeout=120)
    first, *others = done.stdout.strip().strip("[]").split(", ")
    assert others == [first, first, "'InvalidArgumentError'"], done.stderr[-500:]
