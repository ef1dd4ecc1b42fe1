"""Stochastic weight averaging: trains in blocks, evaluates after each, and averages the weights."""
import sys

import numpy as np
import tensorflow as tf

BLOCKS = int(sys.argv[1]) if len(sys.argv) > 1 else 120
STEPS = 25


class Network(tf.Module):
    def __init__(self, sizes=(64, 160, 160, 8)):
        super().__init__()
        rng = np.random.default_rng(1)
        self.weights = [tf.Variable(rng.normal(scale=(2.0 / before) ** 0.5, size=(before, after)), dtype=tf.float32)
                        for before, after in zip(sizes, sizes[1:])]

    def logits(self, rows):
        for weight in self.weights[:-1]:
            rows = tf.nn.relu(rows @ weight)
        return rows @ self.weights[-1]


class Averager:
    def __init__(self, network):
        self.network = network
        self.totals = [tf.Variable(tf.zeros_like(weight)) for weight in network.weights]
        self.count = 0

    def collect(self):
        for total, weight in zip(self.totals, self.network.weights):
            total.assign_add(weight)
        self.count += 1

    def spread(self):
        """Distance of the present weights from the mean of those before."""
        distance = 0.0
        for total, weight in zip(self.totals, self.network.weights):
            distance += float(tf.norm(weight - total / self.count))
        return distance


network = Network()
averager = Averager(network)


@tf.function
def train(rows, labels):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, network.logits(rows)))
    for weight, gradient in zip(network.weights, tape.gradient(loss, network.weights)):
        weight.assign_sub(0.05 * gradient)
    return loss


@tf.function
def evaluate(rows, labels):
    return tf.reduce_mean(tf.cast(tf.equal(tf.argmax(network.logits(rows), axis=1), labels), tf.float32))


rng = np.random.default_rng(2)
mixing = rng.normal(size=(64, 8))


def batch(size):
    rows = rng.normal(size=(size, 64))
    return tf.constant(rows, tf.float32), tf.constant(np.argmax(rows @ mixing, axis=1))


for block in range(BLOCKS):
    for _ in range(STEPS):
        train(*batch(256))
    accuracy = float(evaluate(*batch(2048)))
    averager.collect()

print(f"{BLOCKS} blocks, accuracy {accuracy:.3f}, distance from the average {averager.spread():.3f}")
