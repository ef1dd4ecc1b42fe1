"""Grid search over ridge penalties; every fit is solved in a thread of its own under a deadline."""
import itertools
import sys
import threading

import numpy as np
import tensorflow as tf


class Fit(object):
    def __init__(self, graph, penalty, degree):
        self.penalty, self.degree = penalty, degree
        self.graph, self.error = graph, None

    def start(self, x, y, deadline=60.0):
        thread = threading.Thread(target=self._solve, args=(x, y))
        thread.start()
        thread.join(deadline)
        return self.error

    def _solve(self, x, y):
        powers = np.concatenate([x ** d for d in range(1, self.degree + 1)], axis=1)
        with tf.Graph().as_default():
            self.error = ridge(powers.astype("float32"), y, self.penalty)


def ridge(features, target, penalty):
    width = features.shape[1]
    x = tf.constant(features, name="x")
    y = tf.constant(target, name="y")
    gram = tf.matmul(x, x, transpose_a=True) + penalty * tf.eye(width)
    weights = tf.matrix_solve(gram, tf.matmul(x, y, transpose_a=True))
    residual = y - tf.matmul(x, weights)
    folds = [tf.reduce_mean(tf.square(part)) for part in tf.split(residual, 20)]
    spread = tf.sqrt(tf.reduce_mean(tf.square(tf.stack(folds) - tf.add_n(folds) / 20.0)))
    with tf.Session(graph=x.graph) as sess:
        error, _ = sess.run([tf.add_n(folds) / 20.0, spread])
    return float(error)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 70
    rng = np.random.RandomState(9)
    x = rng.randn(1500, 8)
    y = (np.sin(x[:, :1]) + 0.1 * rng.randn(1500, 1)).astype("float32")
    grid = itertools.cycle(itertools.product(np.logspace(-2, 2, 9), (1, 2, 3, 4)))
    graph, best = tf.Graph(), (np.inf, None)
    for penalty, degree in itertools.islice(grid, rounds):
        error = Fit(graph, float(penalty), degree).start(x, y)
        best = min(best, (error, (penalty, degree)))
    print("%d fits, best error %.4f at %s" % (rounds, best[0], best[1]))


if __name__ == "__main__":
    main()
