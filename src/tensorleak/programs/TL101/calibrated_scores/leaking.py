"""Fraud scoring service: a small network whose logits are calibrated per merchant segment."""
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

FEATURES = 32
TEMPERATURES = {"retail": 1.4, "travel": 2.1, "gaming": 0.9}


class FraudScorer:
    def __init__(self, seed=5):
        rng = np.random.RandomState(seed)
        self.inputs = tf.placeholder(tf.float32, [None, FEATURES])
        hidden = tf.nn.relu(tf.matmul(self.inputs, self._weights(rng, FEATURES, 64)))
        self.logits = tf.matmul(hidden, self._weights(rng, 64, 1))
        self.session = tf.Session()
        self.session.run(tf.global_variables_initializer())

    @staticmethod
    def _weights(rng, rows, columns):
        return tf.Variable(rng.normal(scale=0.1, size=(rows, columns)).astype(np.float32))

    def score(self, batch, segment):
        probabilities = tf.sigmoid(self.logits / TEMPERATURES[segment])  # LEAK
        return self.session.run(probabilities, {self.inputs: batch})[:, 0]


def requests(count):
    rng = np.random.RandomState(21)
    segments = sorted(TEMPERATURES)
    for number in range(count):
        yield rng.normal(size=(8192, FEATURES)).astype(np.float32), segments[number % len(segments)]


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 250
    scorer = FraudScorer()
    alerts = 0
    for batch, segment in requests(steps):
        alerts += int((scorer.score(batch, segment) > 0.55).sum())
    print("%d requests, %d alerts" % (steps, alerts))


if __name__ == "__main__":
    main()
