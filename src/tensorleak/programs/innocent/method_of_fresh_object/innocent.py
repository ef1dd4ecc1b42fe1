"""Every game gets a fresh evaluator whose decorated method is called a few times."""
import sys

import numpy as np
import tensorflow as tf


class Evaluator:
    """Values positions with the weights of one player."""

    def __init__(self, weights):
        self.weights = tf.constant(weights, tf.float32)

    @tf.function
    def value(self, positions):
        return tf.reduce_mean(tf.nn.tanh(tf.linalg.matvec(positions, self.weights)))


def play(number, rng):
    evaluator = Evaluator(rng.normal(size=64) * (1 + number % 3))
    outcome = 0.0
    for _ in range(5):
        outcome += float(evaluator.value(tf.constant(rng.normal(size=(200, 64)), tf.float32)))
    return outcome > 0


def main():
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 250
    rng = np.random.default_rng(18)
    wins = sum(play(number, rng) for number in range(games))
    print("games %d, wins %d" % (games, wins))


if __name__ == "__main__":
    main()
