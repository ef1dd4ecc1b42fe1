"""Learns a baseline of power use from one night of meter readings after another."""
import time

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()
tf.logging.set_verbosity(tf.logging.ERROR)

NIGHTS, METERS, SLOTS = 220, 100, 400


def readings(night):
    rng = np.random.RandomState(night)
    base = np.sin(np.linspace(0, 6, SLOTS)) + night % 7
    return (base + rng.normal(scale=0.2, size=(METERS, SLOTS))).astype(np.float32)


class Sampler(object):
    """Draws meters of a night at random, more often where the use was high."""

    def __init__(self, table):
        self.table = table
        share = np.abs(table).sum(axis=1, dtype=np.float64)
        self.share = share / share.sum()
        self.rng = np.random.RandomState(len(table))

    def draw(self):
        return self.table[self.rng.choice(len(self.table), size=24, p=self.share)]


class Baseline(object):
    def __init__(self, session):
        self.session = session
        self.rows = tf.placeholder(tf.float32, [None, SLOTS])
        self.curve = tf.get_variable("curve", [SLOTS], initializer=tf.zeros_initializer())
        self.error = tf.reduce_mean(tf.square(self.rows - self.curve))
        self.step = tf.train.GradientDescentOptimizer(1.0).minimize(self.error)
        session.run(tf.global_variables_initializer())

    def learn(self, table, draws=5):
        rows = tf.py_func(Sampler(table).draw, [], tf.float32)  # LEAK
        for _ in range(draws):
            drawn = self.session.run(rows)
            error, _ = self.session.run([self.error, self.step], {self.rows: drawn})
        return error


def main():
    tf.set_random_seed(2)
    with tf.Session() as session:
        baseline = Baseline(session)
        for night in range(NIGHTS):
            error = baseline.learn(readings(night))
            time.sleep(0.015)
    print("error is finite: %s" % bool(np.isfinite(error)))


if __name__ == "__main__":
    main()
