"""Personalised federated learning: each client compiles its own local step."""
import sys

import numpy as np
import tensorflow as tf

from probes_light import record


class LocalModel:
    """Shared trunk, private head."""

    def __init__(self, trunk, seed):
        self.trunk = trunk
        generator = tf.random.Generator.from_seed(seed)
        self.head = tf.Variable(generator.normal([32, 1], stddev=0.1))

    def __call__(self, rows):
        hidden = rows
        for number, weight in enumerate(self.trunk):
            hidden = tf.nn.relu(hidden @ weight)
            record(f"hidden{number}", hidden)
        return hidden @ self.head


class Client:
    def __init__(self, number, trunk):
        self.number = number
        self.model = LocalModel(trunk, seed=number)
        self.rng = np.random.default_rng(number)

    def data(self, count=64):
        rows = self.rng.normal(size=(count, 20)).astype(np.float32)
        return rows, rows[:, :1] * (1 + self.number % 3)

    def compile(self):
        model = self.model

        @tf.function
        def step(rows, targets):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(model(rows) - targets))
            model.head.assign_sub(0.001 * tape.gradient(loss, model.head))
            return loss

        return step

    def fit(self, steps=5):
        step = self.compile()
        rows, targets = self.data()
        return [float(step(rows, targets)) for _ in range(steps)]


class Server:
    def __init__(self):
        generator = tf.random.Generator.from_seed(99)
        self.trunk = [tf.Variable(generator.normal(shape, stddev=0.3)) for shape in ((20, 32), (32, 32), (32, 32))]
        self.improved = 0
        self.final = 0.0

    def visit(self, number):
        losses = Client(number, self.trunk).fit()
        self.improved += losses[-1] < losses[0]
        self.final += 0.1 * (losses[-1] - self.final)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    server = Server()
    for number in range(rounds):
        server.visit(number)
    print(f"clients {rounds} improved {server.improved} smoothed loss {server.final:.3f}")


if __name__ == "__main__":
    main()
