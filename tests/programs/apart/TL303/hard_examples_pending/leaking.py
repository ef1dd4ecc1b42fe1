"""Trains on hard batches only: the gradient is taken where the loss turns out to be high."""
import sys
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import tensorflow as tf


@dataclass
class Attempt:
    number: int
    loss: tf.Tensor
    tape: tf.GradientTape

    @property
    def hardness(self):
        return float(self.loss)


@dataclass
class Miner:
    model: Any
    rate: float = 0.02
    level: float = 0.0
    attempts: dict = field(default_factory=dict)
    updates: int = 0

    def attempt(self, number, features, target):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.model(features) - target))
        self.attempts[number] = Attempt(number, loss, tape)  # LEAK
        return self.attempts[number]

    def consider(self, attempt):
        self.level = attempt.hardness if not self.level else 0.9 * self.level + 0.1 * attempt.hardness
        if attempt.hardness > 1.05 * self.level:
            weights = self.model.weights
            for weight, gradient in zip(weights, attempt.tape.gradient(attempt.loss, weights)):
                weight.assign_sub(self.rate * gradient)
            self.updates += 1


class Network:
    def __init__(self, sizes, seed):
        rng = np.random.default_rng(seed)
        self.weights = [tf.Variable(rng.normal(scale=before ** -0.5, size=(before, after)), dtype=tf.float32)
                        for before, after in zip(sizes, sizes[1:])]

    def __call__(self, values):
        for weight in self.weights[:-1]:
            values = tf.nn.relu(values @ weight)
        return values @ self.weights[-1]


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    rng = np.random.default_rng(19)
    truth = rng.normal(size=(32, 1))
    miner = Miner(Network([32, 128, 128, 1], seed=5))
    for number in range(steps):
        features = rng.normal(scale=rng.uniform(0.7, 1.3), size=(128, 32))
        attempt = miner.attempt(number, tf.constant(features, tf.float32), tf.constant(features @ truth, tf.float32))
        miner.consider(attempt)
    print(f"{steps} batches, {miner.updates} updates, last attempt {attempt.number}, loss {attempt.hardness:.4f}")


if __name__ == "__main__":
    main()
