"""An evaluation registers a freshly decorated metric as a hook each time it runs; the hook registry is never emptied."""
LANES = ("tf2",)
RULE = "TL203"
import numpy as np
import tensorflow as tf

_hooks = []


def register(fn):
    _hooks.append(fn)
    return fn


def evaluate(labels, logits, threshold):
    @register
    @tf.function  # LEAK
    def precision(y, z):
        positive = tf.cast(z > threshold, tf.float32)
        return tf.reduce_sum(positive * y) / (tf.reduce_sum(positive) + 1e-6)

    return precision(labels, logits)


rng = np.random.RandomState(17)


def round_trip(i):
    y = tf.constant(rng.randint(0, 2, 200), tf.float32)
    z = tf.constant(rng.randn(200), tf.float32)
    return float(evaluate(y, z, 0.25))
