"""Repeated cross-validation of a small regression network with a hand-written optimizer."""
import argparse

import numpy as np
import tensorflow as tf


class Momentum:
    """Heavy-ball updates; velocities are created when a variable is first seen."""

    def __init__(self, rate=0.01, decay=0.9):
        self.rate = rate
        self.decay = decay
        self.velocities = {}
        self.steps = 0

    def slot(self, variable):
        key = variable.ref()
        if key not in self.velocities:
            zeros = tf.zeros_like(variable)
            self.velocities[key] = tf.Variable(zeros, trainable=False)
        return self.velocities[key]

    def apply(self, pairs):
        self.steps += 1
        for gradient, variable in pairs:
            velocity = self.slot(variable)
            velocity.assign(self.decay * velocity - self.rate * gradient)
            variable.assign_add(velocity)


class Network(tf.Module):
    def __init__(self, width, units, seed):
        super().__init__()
        self.hidden = tf.Variable(tf.random.stateless_normal([width, units], seed=(seed, 1), stddev=0.1))
        self.out = tf.Variable(tf.random.stateless_normal([units, 1], seed=(seed, 2), stddev=0.1))

    def __call__(self, x):
        return tf.matmul(tf.nn.relu(tf.matmul(x, self.hidden)), self.out)


def fit(network, optimizer, x, y, steps):
    loss = tf.constant(0.0)
    for _ in range(steps):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(network(x) - y))
        variables = network.trainable_variables
        optimizer.apply(zip(tape.gradient(loss, variables), variables))
    return float(loss)


class CrossValidation:
    def __init__(self, x, y, folds):
        self.x, self.y, self.folds = x, y, folds
        self.optimizer = Momentum()

    def fold(self, number):
        held = np.arange(len(self.x)) % self.folds == number % self.folds
        self.optimizer.velocities.clear()
        network = Network(self.x.shape[1], 256, number)
        fit(network, self.optimizer, self.x[~held], self.y[~held], steps=6)
        return float(tf.reduce_mean(tf.square(network(self.x[held]) - self.y[held])))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--repeats", type=int, default=60)
    parser.add_argument("--folds", type=int, default=5)
    args = parser.parse_args()
    rng = np.random.default_rng(3)
    x = rng.normal(size=(200, 300)).astype(np.float32)
    y = (x[:, :1] - x[:, 1:2] ** 2).astype(np.float32)
    validation = CrossValidation(x, y, args.folds)
    mean = 0.0
    for number in range(args.repeats * args.folds):
        mean += 0.05 * (validation.fold(number) - mean)
    print(f"held-out error {mean:.4f} after {validation.optimizer.steps} steps")


if __name__ == "__main__":
    main()
