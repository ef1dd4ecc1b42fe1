"""Finds duplicates among job applications by the similarity of their embeddings."""
import functools
import sys

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(71)
TABLE = tf.constant(rng.normal(scale=0.05, size=(160, 640)), tf.float32)
BACK = tf.constant(rng.normal(scale=0.05, size=(640, 64)), tf.float32)


class Application:
    """One application; its embedding is wanted several times."""

    def __init__(self, number, features):
        self.number = number
        self.features = tf.constant(features, tf.float32)

    @functools.lru_cache(maxsize=None)  # LEAK
    def embedding(self):
        hidden = tf.nn.relu(tf.matmul(self.features, TABLE))
        return tf.math.l2_normalize(tf.reduce_mean(tf.matmul(hidden, BACK), axis=0), axis=0)

    def similarity(self, other):
        return float(tf.tensordot(self.embedding(), other.embedding(), 1))


class Desk:
    """Compares each application with the few that came before it."""

    def __init__(self, size=4):
        self.size = size
        self.open = []
        self.duplicates = 0

    def receive(self, application):
        self.duplicates += any(application.similarity(other) > 0.999 for other in self.open)
        self.open = [*self.open[1 - self.size :], application]


def applications(count):
    source = np.random.default_rng(72)
    features = source.normal(size=(72, 160))
    for number in range(count):
        if number % 9:
            features = source.normal(size=(72, 160))
        yield Application(number, features)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2400
    desk = Desk()
    for application in applications(count):
        desk.receive(application)
    print(f"{desk.duplicates} duplicates in {count} applications")


if __name__ == "__main__":
    main()
