"""Repeated cross-validation: one fresh graph and one session for each fold."""
import sys

import numpy as np
import tensorflow as tf

FEATURES = 80


class Fold(object):
    def __init__(self, seed, width):
        self.graph = tf.Graph()
        with self.graph.as_default():
            tf.set_random_seed(seed)
            self.x = tf.placeholder(tf.float32, (None, FEATURES))
            self.y = tf.placeholder(tf.float32, (None, 1))
            hidden = tf.layers.dense(self.x, width, tf.nn.relu)
            self.loss = tf.losses.mean_squared_error(self.y, tf.layers.dense(hidden, 1))
            self.train = tf.train.GradientDescentOptimizer(0.05).minimize(self.loss)
            self.init = tf.global_variables_initializer()
        self.sess = None

    def __enter__(self):
        self.sess = tf.Session(graph=self.graph)
        self.sess.run(self.init)
        return self

    def __exit__(self, *exc):
        self.sess.close()
        self.sess = None

    def fit(self, x, y, steps):
        for _ in range(steps):
            self.sess.run(self.train, {self.x: x, self.y: y})

    def error(self, x, y):
        return float(self.sess.run(self.loss, {self.x: x, self.y: y}))


class Board(object):
    """Keeps the figures of the folds, not the folds."""

    def __init__(self):
        self.errors = []

    def add(self, number, error):
        self.errors.append((number, error))


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 90
    rng = np.random.RandomState(13)
    x = rng.normal(size=(1500, FEATURES)).astype("float32")
    y = np.sin(x[:, :1]) + 0.1 * rng.normal(size=(1500, 1))
    board = Board()
    for number in range(rounds):
        order = rng.permutation(len(x))
        train, test = order[300:], order[:300]
        with Fold(number, width=300) as fold:
            fold.fit(x[train], y[train], steps=8)
            board.add(number, fold.error(x[test], y[test]))
    print("mean error %.4f over %d folds" % (np.mean([e for _, e in board.errors]), rounds))


if __name__ == "__main__":
    main()
