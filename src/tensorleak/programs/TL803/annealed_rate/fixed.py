"""Fits a linear model by stochastic gradient descent, eagerly; the rate and the noise get smaller with every step."""
import sys

import numpy as np
import tensorflow as tf


class Annealed:
    """A least-squares model whose steps become smaller and smaller."""

    def __init__(self, size, half_life):
        self.weights = tf.Variable(tf.zeros((size, 1)))
        self.half_life = half_life
        self.steps = 0

    def rate(self):
        return np.float32(0.05 * 0.5 ** (self.steps / self.half_life))

    def step(self, x, y):
        error = tf.matmul(x, self.weights) - y
        gradient = tf.matmul(x, error, transpose_a=True)
        self.weights.assign_sub(self.rate() * gradient)
        self.steps += 1
        return error


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 45_000
    rng = np.random.default_rng(3)
    x = tf.constant(rng.normal(size=(16, 8)) / 4, tf.float32)
    y = tf.matmul(x, tf.ones((8, 1)))
    model = Annealed(8, half_life=count)
    for _ in range(count):
        error = model.step(x, y)
    print(f"{count} steps, error below 0.01: {float(tf.reduce_max(tf.abs(error))) < 0.01}")


if __name__ == "__main__":
    main()
