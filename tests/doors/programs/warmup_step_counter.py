"""Eager trainer with a learning-rate warm-up that reads a Python step counter passed into the compiled update."""
LANES = ("tf1", "tf2")
RULE = "TL201"
import numpy as np
import tensorflow as tf

tf.compat.v1.enable_eager_execution()


class LinearTrainer(object):
    warmup = 1000.0

    def __init__(self, n_features):
        self.w = tf.Variable(np.zeros((n_features, 1), np.float32))
        self.step = 0
        self._update = tf.function(self._update_impl)

    def _update_impl(self, step, x, y):
        error = tf.matmul(x, self.w) - y
        grad = tf.matmul(x, error, transpose_a=True) / 32.0
        rate = 0.1 * min(1.0, (step + 1) / self.warmup)
        self.w.assign_sub(rate * grad)
        return tf.reduce_mean(tf.square(error))

    def fit_batch(self, x, y):
        loss = self._update(self.step, x, y)  # LEAK
        self.step += 1
        return loss


rng = np.random.RandomState(13)
truth = rng.randn(12, 1).astype(np.float32)
trainer = LinearTrainer(12)


def round_trip(i):
    x = rng.randn(32, 12).astype(np.float32)
    return float(trainer.fit_batch(tf.constant(x), tf.constant(x.dot(truth))))
