"""Compare the gradients of two losses over a stream of batches."""
import sys

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(71)
first = tf.Variable(rng.normal(scale=0.1, size=(64, 96)), dtype=tf.float32)
second = tf.Variable(rng.normal(scale=0.1, size=(96, 1)), dtype=tf.float32)


class GradientAudit:
    """Cosine between the gradients of the squared and the absolute error."""

    def __init__(self):
        self.tapes = []
        self.cosines = []

    def record(self, x, y):
        tape = tf.GradientTape(persistent=True)
        with tape:
            error = tf.matmul(tf.nn.relu(tf.matmul(x, first)), second) - y
            squared = tf.reduce_mean(tf.square(error))
            absolute = tf.reduce_mean(tf.abs(error))
        self.tapes.append(tape)  # LEAK
        self.compare(squared, absolute)

    def compare(self, squared, absolute):
        tape = self.tapes[-1]
        a = tf.reshape(tape.gradient(squared, first), [-1])
        b = tf.reshape(tape.gradient(absolute, first), [-1])
        self.cosines.append(float(tf.reduce_sum(a * b) / (tf.norm(a) * tf.norm(b))))


if __name__ == "__main__":
    batches = int(sys.argv[1]) if len(sys.argv) > 1 else 900
    audit = GradientAudit()
    for _ in range(batches):
        x = rng.normal(size=(512, 64))
        y = np.sin(x.sum(axis=1, keepdims=True))
        audit.record(tf.constant(x, tf.float32), tf.constant(y, tf.float32))
    print("mean cosine %.4f over %d batches" % (np.mean(audit.cosines), batches))
