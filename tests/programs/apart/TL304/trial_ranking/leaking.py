"""Random search for a linear model: the best ten trials are averaged at the end."""
import sys

import numpy as np
import tensorflow as tf
from ranking import Ranking, Trial


class Objective:
    def __init__(self, rows, width, outputs):
        rng = np.random.default_rng(601)
        self.x = tf.constant(rng.normal(size=(rows, width)), tf.float32)
        self.y = tf.matmul(self.x, tf.constant(rng.normal(size=(width, outputs)), tf.float32))

    @tf.function(input_signature=[tf.TensorSpec([None, None]), tf.TensorSpec([])])
    def solve(self, start, rate):
        weights = start
        for _ in range(12):
            gap = tf.matmul(self.x, weights) - self.y
            weights -= rate * tf.matmul(self.x, gap, transpose_a=True) / tf.cast(tf.shape(self.x)[0], tf.float32)
        return weights, tf.reduce_mean(tf.square(tf.matmul(self.x, weights) - self.y))


class Search:
    def __init__(self):
        self.objective = Objective(rows=300, width=160, outputs=64)
        self.boards = {"all": Ranking()}

    def trial(self, number, rng):
        start = rng.normal(size=(160, 64)).astype("float32")
        weights, error = self.objective.solve(tf.constant(start), tf.constant(float(rng.uniform(0.01, 0.2))))
        self.boards["all"].enter(Trial(float(error), number, weights.numpy()))


def main():
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else 2500
    search, rng = Search(), np.random.default_rng(602)
    for number in range(trials):
        search.trial(number, rng)
    best = search.boards["all"]
    print(f"best trial {best[0].number} with {best[0].error:.4f}, mean weight {best.average(10).mean():+.5f}")


if __name__ == "__main__":
    main()
