"""Least-squares fits on bootstrap samples, each with its own weights."""
import sys

import numpy as np
import tensorflow as tf


def fit(x, y, rounds=4):
    gradient = None
    for _ in range(rounds):
        with tf.GradientTape() as tape:
            weights = tf.Variable(tf.zeros([x.shape[1], 1]) if gradient is None else weights - 0.3 * gradient)
            loss = tf.reduce_mean(tf.square(tf.matmul(x, weights) - y))
        gradient = tape.gradient(loss, weights)
    return weights.numpy().ravel()


def main():
    samples = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    rng = np.random.default_rng(2)
    x = rng.normal(size=(2000, 200)).astype("float32")
    y = (x @ rng.normal(size=(200, 1))).astype("float32")
    total = np.zeros(200)
    for _ in range(samples):
        rows = rng.integers(0, 2000, size=1000)
        total += fit(tf.constant(x[rows]), tf.constant(y[rows]))
    print("mean coefficient norm %.4f" % np.linalg.norm(total / samples))


main()
