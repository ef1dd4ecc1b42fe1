"""The classifier whose decisions are explained."""
import numpy as np
import tensorflow.compat.v1 as tf


class Network:
    def __init__(self, features=48, labels=6):
        rng = np.random.RandomState(4)
        self.inputs = tf.placeholder(tf.float32, [None, features])
        hidden = tf.tanh(tf.matmul(self.inputs, self._variable(rng, features, 32)))
        self.scores = tf.matmul(hidden, self._variable(rng, 32, labels))

    @staticmethod
    def _variable(rng, rows, columns):
        return tf.Variable(rng.normal(scale=0.3, size=(rows, columns)).astype(np.float32))
