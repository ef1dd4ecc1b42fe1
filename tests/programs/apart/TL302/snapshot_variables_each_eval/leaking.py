"""Matrix factorisation recommender with weight averaging over snapshots (TF 1)."""
from __future__ import division, print_function

import sys

import numpy as np
import tensorflow as tf

tf.logging.set_verbosity(tf.logging.ERROR)

USERS, ITEMS, RANK = 600, 400, 32


class Ratings(object):
    def __init__(self, seed=2):
        rng = np.random.RandomState(seed)
        u, v = rng.randn(USERS, 4), rng.randn(ITEMS, 4)
        self.rng = rng
        self.full = u.dot(v.T) / 2 + 3

    def batch(self, n=3072):
        i, j = self.rng.randint(0, USERS, n), self.rng.randint(0, ITEMS, n)
        return i, j, self.full[i, j]


class Factoriser(object):
    def __init__(self):
        init = tf.random_normal_initializer(0, 0.1, seed=1)
        self.u = tf.get_variable("users", [USERS, RANK], initializer=init)
        self.v = tf.get_variable("items", [ITEMS, RANK], initializer=init)
        self.bias = tf.get_variable("bias", [], initializer=tf.constant_initializer(3.0))
        self.i = tf.placeholder(tf.int32, [None])
        self.j = tf.placeholder(tf.int32, [None])
        self.r = tf.placeholder(tf.float32, [None])
        predicted = self.score(self.u, self.v)
        self.mse = tf.reduce_mean(tf.square(predicted - self.r))
        self.train = tf.train.AdamOptimizer(0.02).minimize(self.mse)

    def score(self, u, v):
        rows = tf.gather(u, self.i) * tf.gather(v, self.j)
        return tf.reduce_sum(rows, axis=1) + self.bias

    @property
    def weights(self):
        return [self.u, self.v]


class SnapshotAverager(object):
    """Keeps snapshots of the weights and evaluates the newest one."""

    def __init__(self, model, session):
        self.model = model
        self.session = session
        self.taken = 0
        self.slots = None

    def take(self):
        copies = []
        with tf.variable_scope("snapshot_%05d" % self.taken):
            for w in self.model.weights:
                copies.append(tf.get_variable(w.op.name, initializer=w.initialized_value()))  # LEAK
        self.session.run([c.initializer for c in copies])
        self.slots = copies
        self.mse = tf.reduce_mean(tf.square(self.model.score(*copies) - self.model.r))
        self.taken += 1

    def evaluate(self, batch):
        m = self.model
        return float(self.session.run(self.mse, dict(zip((m.i, m.j, m.r), batch))))


def main():
    evaluations = int(sys.argv[1]) if len(sys.argv) > 1 else 55
    data, model = Ratings(), Factoriser()
    config = tf.ConfigProto(intra_op_parallelism_threads=1)
    with tf.Session(config=config) as session:
        session.run(tf.global_variables_initializer())
        averager = SnapshotAverager(model, session)
        best = float("inf")
        for _ in range(evaluations):
            for _ in range(120):
                batch = data.batch()
                session.run(model.train, dict(zip((model.i, model.j, model.r), batch)))
            averager.take()
            best = min(best, averager.evaluate(data.batch()))
    print("evaluations", averager.taken, "best mse %.2f" % best)


if __name__ == "__main__":
    main()
