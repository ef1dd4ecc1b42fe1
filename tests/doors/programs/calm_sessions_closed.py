"""Each job gets a worker with a session of its own, and the worker closes it and is dropped when the job is done."""
LANES = ("tf1", "tf2")
RULE = ""
import contextlib

import numpy as np
import tensorflow.compat.v1 as tf

graph = tf.Graph()
with graph.as_default():
    samples = tf.placeholder(tf.float32, [128])
    power = tf.reduce_mean(tf.square(samples))


@contextlib.contextmanager
def worker():
    sess = tf.Session(graph=graph)
    try:
        yield lambda values: float(sess.run(power, {samples: values}))
    finally:
        sess.close()


def round_trip(i):
    with worker() as measure:
        return measure(np.cos(np.arange(128) * (0.02 + i % 9)))
