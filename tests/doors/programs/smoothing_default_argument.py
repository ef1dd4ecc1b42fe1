"""Smoothing helper with a list as default argument: what was meant as a fresh list per call collects all gradients."""
LANES = ("tf1", "tf2")
RULE = "TL301"
import numpy as np
import tensorflow as tf

tf.compat.v1.enable_eager_execution()


def smoothed(gradient, window=5, history=[]):
    history.append(gradient)  # LEAK
    return tf.add_n(history[-window:]) / float(min(window, len(history)))


weights = tf.Variable(np.zeros((50, 40), np.float32))
rng = np.random.RandomState(6)


def round_trip(i):
    x = tf.constant(rng.randn(16, 50).astype(np.float32))
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(tf.matmul(x, weights) - 1.0))
    (gradient,) = tape.gradient(loss, [weights])
    weights.assign_sub(0.01 * smoothed(gradient))
    return float(loss)
