"""Training on small batches with one large evaluation on the way."""
import sys

import numpy as np
import tensorflow as tf

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 450
rng = np.random.default_rng(14)
truth = rng.normal(size=(256, 8))
weights = tf.Variable(tf.zeros([256, 8]))


def batch(size):
    x = rng.normal(size=(size, 256))
    return tf.constant(x, tf.float32), tf.constant(x @ truth, tf.float32)


def train(x, y):
    error = tf.matmul(x, weights) - y
    weights.assign_sub(0.05 * tf.matmul(x, error, transpose_a=True) / x.shape[0])


def evaluate():
    x, y = batch(40_000)
    return float(tf.reduce_mean(tf.square(tf.matmul(x, weights) - y)))


score = None
for step in range(steps):
    train(*batch(512))
    if step == steps * 2 // 5:
        score = evaluate()
print("error at the evaluation %.6f" % score)
