"""Robust regression whose loss gets narrower as the residuals shrink."""
import functools
import sys

import numpy as np
import tensorflow as tf

FEATURES = 40


def huber(error, delta):
    small = tf.minimum(tf.abs(error), delta)
    return tf.reduce_mean(0.5 * small * small + delta * (tf.abs(error) - small))


class Regression:
    def __init__(self):
        rng = np.random.default_rng(3)
        self.hidden = tf.Variable(rng.normal(scale=0.2, size=(FEATURES, 64)), dtype=tf.float32)
        self.output = tf.Variable(rng.normal(scale=0.2, size=(64, 1)), dtype=tf.float32)
        self.momentum = [tf.Variable(tf.zeros_like(v)) for v in (self.hidden, self.output)]

    @tf.function
    def step(self, features, target, loss_of):
        with tf.GradientTape() as tape:
            error = tf.tanh(features @ self.hidden) @ self.output - target
            loss = loss_of(error)
        gradients = tape.gradient(loss, [self.hidden, self.output])
        for variable, momentum, gradient in zip((self.hidden, self.output), self.momentum, gradients):
            momentum.assign(0.9 * momentum + gradient)
            variable.assign_sub(0.05 * momentum)
        return loss, tf.math.reduce_std(error)


def batches(count):
    rng = np.random.default_rng(17)
    truth = rng.normal(size=(FEATURES, 1))
    for _ in range(count):
        features = rng.normal(size=(12_000, FEATURES))
        noise = rng.standard_t(2, size=(12_000, 1))
        yield tf.constant(features, tf.float32), tf.constant(features @ truth + noise, tf.float32)


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    regression = Regression()
    delta = 4.0
    for features, target in batches(steps):
        loss, spread = regression.step(features, target, functools.partial(huber, delta=delta))  # LEAK
        delta = max(0.5, 0.95 * delta + 0.05 * float(spread))
    print(f"{steps} steps, loss {float(loss):.4f}, delta {delta:.4f}")


if __name__ == "__main__":
    main()
