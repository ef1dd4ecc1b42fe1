"""Novelty search: features of each batch are compared with those of all batches before."""
import sys

import numpy as np
import tensorflow as tf

tf.compat.v1.enable_eager_execution()


class Bank(object):
    """Features of the batches so far, one row each."""

    def __init__(self, width):
        self.rows = np.zeros((0, width), "float32")

    def add(self, features):
        self.rows = np.concatenate([self.rows, features])  # LEAK

    def novelty(self, features):
        recent = self.rows[-64:]
        if not len(recent):
            return 1.0
        return float(np.abs(recent[:, None] - features[None]).mean())


@tf.function
def features_of(batch, weights):
    return tf.nn.relu(tf.matmul(batch, weights))


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 900
    rng = np.random.RandomState(5)
    weights = tf.constant(rng.normal(size=(400, 2500)), tf.float32)
    bank = Bank(2500)
    for step in range(steps):
        batch = tf.constant(rng.normal(size=(64, 400)), tf.float32)
        features = features_of(batch, weights).numpy()[:6]
        novelty = bank.novelty(features)
        bank.add(features)
        if step % 100 == 0:
            print("step %d: novelty %.3f, %d rows" % (step, novelty, len(bank.rows)))


main()
