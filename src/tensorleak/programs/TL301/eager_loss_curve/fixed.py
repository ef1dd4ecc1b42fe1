"""Eager regression training; the curve and the worst residuals are printed at the end."""
import collections
import sys

import numpy as np
import tensorflow as tf

if hasattr(tf, "enable_eager_execution"):
    tf.enable_eager_execution()


def residuals(weights, inputs, targets):
    return tf.matmul(inputs, weights) - targets


class Trainer:
    def __init__(self, features):
        self.weights = tf.Variable(tf.zeros([features, 1]))
        self.errors = collections.deque(maxlen=10)

    def step(self, inputs, targets, rate=0.05):
        with tf.GradientTape() as tape:
            error = residuals(self.weights, inputs, targets)
            loss = tf.reduce_mean(tf.square(error))
        self.weights.assign_sub(rate * tape.gradient(loss, self.weights))
        self.errors.append(error)
        return float(loss)

    def worst(self):
        return max(float(tf.reduce_max(tf.abs(error))) for error in self.errors)


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    rng = np.random.RandomState(40)
    truth = rng.normal(size=(16, 1)).astype(np.float32)
    trainer = Trainer(16)
    for _ in range(steps):
        inputs = rng.normal(size=(10000, 16)).astype(np.float32)
        loss = trainer.step(tf.constant(inputs), tf.constant(inputs @ truth))
    print("%d steps, loss %.6f, worst residual %.4f" % (steps, loss, trainer.worst()))


if __name__ == "__main__":
    main()
