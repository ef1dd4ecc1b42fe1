"""Trainer with a compiled update made once; the step number goes in as a tensor, so there is one trace for all steps."""
LANES = ("tf2", "tf1")
RULE = ""
import numpy as np
import tensorflow as tf

tf.compat.v1.enable_eager_execution()


class Trainer(object):
    def __init__(self, n):
        self.w = tf.Variable(np.zeros((n, 1), np.float32))
        self.update = tf.function(self._update)

    def _update(self, x, y, step):
        error = tf.matmul(x, self.w) - y
        rate = 0.1 * tf.minimum(1.0, (tf.cast(step, tf.float32) + 1.0) / 1000.0)
        self.w.assign_sub(rate * tf.matmul(x, error, transpose_a=True) / 512.0)
        return tf.reduce_mean(tf.square(error))


trainer = Trainer(128)
rng = np.random.RandomState(2)
truth = rng.randn(128, 1).astype(np.float32)


def round_trip(i):
    x = rng.randn(512, 128).astype(np.float32)
    return float(trainer.update(tf.constant(x), tf.constant(x.dot(truth)), tf.constant(i)))
