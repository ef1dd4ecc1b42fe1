"""Requests of any size up to 4000 rows: oneDNN keeps a primitive for each size, up to its limit of 1024, and then no more."""
import sys

import numpy as np
import tensorflow as tf

COLUMNS = 64


def main():
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 2600
    rng = np.random.default_rng(1)
    weights = tf.Variable(tf.random.normal([COLUMNS, COLUMNS]))

    @tf.function(reduce_retracing=True)
    def answer(rows):
        return tf.reduce_mean(tf.matmul(tf.nn.tanh(tf.matmul(rows, weights)), weights))

    total = 0.0
    for _ in range(requests):
        size = int(rng.integers(1, 4000))
        total += float(answer(tf.constant(rng.random((size, COLUMNS)), tf.float32)))
    print("%d requests, mean %.4f" % (requests, total / requests))


if __name__ == "__main__":
    main()
