"""Online learning service: a challenger is promoted when it beats the champion."""
import sys
import time

import numpy as np
import tensorflow as tf

from deployment import Deployment


class Network(tf.Module):
    def __init__(self, seed, inputs=40, width=1024):
        super().__init__()
        generator = tf.random.Generator.from_seed(seed)
        self.w1 = tf.Variable(generator.normal([inputs, width], stddev=0.2))
        self.w2 = tf.Variable(generator.normal([width, 1], stddev=0.05))

    def __call__(self, rows):
        return tf.tanh(rows @ self.w1) @ self.w2

    def improve(self, rows, targets, rate=0.02):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(rows) - targets))
        for variable, gradient in zip(self.trainable_variables, tape.gradient(loss, self.trainable_variables)):
            variable.assign_sub(rate * gradient)
        return loss

    def clone(self, seed):
        copy = Network(seed)
        copy.w1.assign(self.w1 + 0.01 * copy.w1)
        copy.w2.assign(self.w2)
        return copy


class Arena:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.current = Deployment(Network(seed=0), 0)
        self.promotions = 0

    def batch(self, count=48):
        rows = self.rng.normal(size=(count, 40)).astype(np.float32)
        return tf.constant(rows), tf.constant(np.sin(rows[:, :1]))

    def challenge(self, number):
        challenger = self.current.model.clone(seed=number)
        for _ in range(2):
            challenger.improve(*self.batch())
        self.promote(challenger, number)

    def promote(self, model, number):
        self.current.fallback = None
        self.current = Deployment(model, number, fallback=self.current)
        self.promotions += 1

    def answer(self, rows):
        deployment = self.current
        result = deployment.predict(rows)
        if not np.isfinite(result).all() and deployment.fallback is not None:
            result = deployment.fallback.predict(rows)
        return result


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 800
    arena = Arena(seed=12)
    error = 0.0
    for number in range(1, rounds + 1):
        arena.challenge(number)
        rows, targets = arena.batch()
        error += 0.05 * (float(np.mean(np.abs(arena.answer(rows) - targets))) - error)
        time.sleep(0.005)
    print(f"promotions {arena.promotions} live version {arena.current.version} error {error:.3f}")


if __name__ == "__main__":
    main()
