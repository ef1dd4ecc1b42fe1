"""Federated rounds: each client is an epoch of its own length; a client's predictions are judged when it is done."""
import sys

import numpy as np
import tensorflow as tf

LENGTHS = [40, 610, 12, 95, 700, 33, 150, 480, 20, 260, 64, 520, 18, 75, 340, 110]


class Judge:
    def __init__(self):
        self.predictions = []

    def add(self, prediction):
        self.predictions.append(prediction)

    def verdict(self):
        spread = float(tf.math.reduce_std(tf.concat(self.predictions, 0)))
        self.predictions.clear()
        return spread


def main():
    clients = int(sys.argv[1]) if len(sys.argv) > 1 else len(LENGTHS)
    rng = np.random.default_rng(19)
    weights, judge, spreads = tf.Variable(tf.random.stateless_normal((48, 48), (6, 6), stddev=0.1)), Judge(), []
    for client in range(clients):
        for _ in range(LENGTHS[client % len(LENGTHS)]):
            x = tf.constant(rng.normal(loc=0.1 * client, size=(128, 48)), tf.float32)
            with tf.GradientTape() as tape:
                prediction = tf.tanh(x @ weights)
                loss = tf.reduce_mean(tf.square(prediction - 0.1 * x))
            weights.assign_sub(0.05 * tape.gradient(loss, weights))
            judge.add(prediction)
        spreads.append(judge.verdict())
    print(f"{clients} clients, mean spread {np.mean(spreads):.4f}")


if __name__ == "__main__":
    main()
