"""A damped forecast smoothed over a bank of filters."""
import numpy as np
import tensorflow as tf


class Forecaster:
    """Predicts `horizon` values for every sensor."""

    def __init__(self, horizon, filters=256):
        decay = 0.9 ** np.arange(1, horizon + 1)
        basis = np.random.default_rng(1).normal(size=(filters, horizon)) / filters
        self.spread = tf.constant(np.ones((1, filters)) / filters, tf.float32)
        self.basis = tf.constant(basis + decay, tf.float32)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def _forecast(self, level):
        bank = tf.tanh(level[:, tf.newaxis] * self.spread * 0.01) * 100.0
        return tf.matmul(bank, self.basis)

    def predict(self, level):
        return self._forecast(tf.constant(level)).numpy()
