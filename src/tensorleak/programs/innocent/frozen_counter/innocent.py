"""Inference with a call counter kept on the Python side."""
import sys

import numpy as np
import tensorflow as tf


class Model:
    """A network that appends to its own call log."""

    def __init__(self):
        rng = np.random.default_rng(5)
        self.kernel = tf.constant(rng.normal(scale=0.05, size=(512, 512)), tf.float32)
        self.calls = 0
        self.log = []

    @tf.function
    def predict(self, x):
        self.calls += 1
        self.log.append(f"call {self.calls}")
        y = tf.nn.tanh(tf.matmul(x, self.kernel))
        return tf.reduce_sum(y * float(self.calls), axis=1)


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    model, total = Model(), 0.0
    rng = np.random.default_rng(6)
    for _ in range(steps):
        x = tf.constant(rng.random((256, 512), dtype=np.float32))
        total += float(model.predict(x)[0])
    print("mean %.4f, calls counted %d, log lines %d" % (total / steps, model.calls, len(model.log)))


if __name__ == "__main__":
    main()
