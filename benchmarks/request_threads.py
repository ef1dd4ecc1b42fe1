"""What a request leaves behind on TensorFlow 1, by the thread that answers it: one for all, a new one for each, four that take turns.

TensorFlow 1 gives every thread a default graph of its own, which goes when the thread ends. So the same handler may grow under one server
and not under another. Each handler answers requests in a process of its own; resident memory is read after a collection, before and
after the requests, when a quarter as many have been answered.

usage: python benchmarks/request_threads.py [--python PATH] [--requests 600] [--models 80] [--write]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "evidence" / "request-threads.md"

PROGRAM = r"""
import gc, sys, threading
from concurrent.futures import ThreadPoolExecutor
import numpy as np
import tensorflow as tf

handler, server, count, path = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
keras = tf.keras
data = np.ones((4, 64), "float32")
graph = tf.get_default_graph()
session = tf.Session(graph=graph)

def shared():
    with graph.as_default():
        session.run(tf.nn.softmax(tf.constant(data)))

def closed():
    with tf.Session() as own:
        own.run(tf.nn.softmax(tf.constant(data)))

def opened():
    tf.Session().run(tf.nn.softmax(tf.constant(data)))

def network():
    return keras.Sequential([keras.layers.Dense(64, input_shape=(64,)), keras.layers.Dense(8)])

def built():
    network().predict(data)

def loaded():
    keras.models.load_model(path, compile=False).predict(data)

def loaded_shared():
    with graph.as_default(), session.as_default():
        keras.models.load_model(path, compile=False).predict(data)

def answer(_=None):
    try:
        globals()[handler]()
    except Exception:
        failed.append(handler)

def serve(number):
    if server == "one":
        for _ in range(number):
            answer()
    elif server == "each":
        for _ in range(number):
            thread = threading.Thread(target=answer)
            thread.start()
            thread.join()
    else:
        list(pool.map(answer, range(number)))

def resident():
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096

failed = []
pool = ThreadPoolExecutor(4)
with graph.as_default():
    network().save(path)
serve(count // 4)
before = resident()
serve(count)
print((resident() - before) / count if not failed else "failed")
"""

HANDLERS = {
    "closed": "operations and a session, closed (`with tf.Session()`)",
    "opened": "the same, the session never closed",
    "shared": "operations in a graph that all share (`with graph.as_default()`)",
    "built": "a small Keras model is built",
    "loaded": "a small Keras model is loaded",
    "loaded_shared": "the same, in a graph and session that all share",
}
SERVERS = {"one": "one thread", "each": "a thread for each request", "pool": "four threads"}
MODELS = ("built", "loaded", "loaded_shared")


def left_behind(python: Path, handler: str, server: str, count: int) -> float | None:
    """Bytes that a request leaves behind; none where requests failed."""
    settings = dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1")
    with tempfile.TemporaryDirectory() as folder:
        words = [str(python), "-c", PROGRAM, handler, server, str(count), str(Path(folder) / "model.h5")]
        done = subprocess.run(words, env=settings, capture_output=True, text=True, timeout=600, check=True)
    said = done.stdout.split()[-1]
    return None if said == "failed" else float(said)


def table(python: Path, requests: int, models: int) -> list[str]:
    """The rows of the page, printed as they come."""
    rows = [
        "| a handler that makes for each request | " + " | ".join(SERVERS.values()) + " |",
        "| --- |" + " --- |" * 3,
    ]
    for handler, words in HANDLERS.items():
        count = models if handler in MODELS else requests
        sizes = [left_behind(python, handler, server, count) for server in SERVERS]
        cells = ["requests failed" if size is None else f"{size / 1e3:.1f} KB" for size in sizes]
        rows.append(f"| {words} | " + " | ".join(cells) + " |")
        print(rows[-1], flush=True)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", type=Path, default=ROOT / ".envs" / "tf1" / "bin" / "python")
    parser.add_argument("--requests", type=int, default=600)
    parser.add_argument("--models", type=int, default=80, help="requests that build or load a model")
    parser.add_argument("--write", action="store_true", help=f"into {PAGE.relative_to(ROOT)}")
    options = parser.parse_args()
    rows = table(options.python, options.requests, options.models)
    if options.write:
        begun, end = "<!-- measured -->", "<!-- end -->"
        text = PAGE.read_text(encoding="utf-8")
        head, tail = text.partition(begun)[0], text.partition(end)[2]
        PAGE.write_text("\n".join([head + begun, "", *rows, "", end + tail]), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
