"""Valuation that builds its operations in a graph of its own per call and closes the session: both go with the call."""
LANES = ("tf1", "tf2")
RULE = ""
import numpy as np
import tensorflow.compat.v1 as tf


def present_value(cash, rate):
    with tf.Graph().as_default():
        flows = tf.constant(cash, tf.float32)
        years = tf.range(1.0, float(len(cash)) + 1.0)
        value = tf.reduce_sum(flows / tf.pow(1.0 + rate, years))
        with tf.Session() as sess:
            return float(sess.run(value))


rng = np.random.RandomState(5)


def round_trip(i):
    return present_value(rng.rand(30) * 100.0, 0.01 + (i % 8) / 100.0)
