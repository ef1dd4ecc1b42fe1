"""Scores portfolios with a session per call that nobody closes; the last reference goes with the call."""
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

holdings = tf.placeholder(tf.float32, [None, 50])
weights = tf.constant(np.random.RandomState(0).uniform(size=(50, 1)).astype(np.float32))
exposure = tf.reduce_sum(tf.matmul(holdings, weights))


def score(portfolio):
    sess = tf.Session()
    return float(sess.run(exposure, {holdings: portfolio}))


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    rng = np.random.RandomState(1)
    total = 0.0
    for _ in range(steps):
        total += score(rng.uniform(size=(4000, 50)).astype(np.float32))
    print("%d portfolios, mean exposure %.1f" % (steps, total / steps))


if __name__ == "__main__":
    main()
