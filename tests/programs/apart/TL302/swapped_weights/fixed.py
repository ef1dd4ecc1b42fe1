"""Trains with an average of the weights, which is swapped in for each evaluation."""
import contextlib
import sys

import numpy as np
import tensorflow as tf


class Averaged:
    """Keeps a moving average of some variables."""

    def __init__(self, variables, decay=0.95):
        self.variables, self.decay = variables, decay
        self.averages = [tf.Variable(v, trainable=False) for v in variables]
        self.backups = []

    def update(self):
        for average, variable in zip(self.averages, self.variables):
            average.assign(self.decay * average + (1.0 - self.decay) * variable)

    @contextlib.contextmanager
    def swapped(self):
        """Within the block the variables have their average values."""
        self.backups.append([tf.Variable(v, trainable=False) for v in self.variables])
        for variable, average in zip(self.variables, self.averages):
            variable.assign(average)
        try:
            yield
        finally:
            for variable, backup in zip(self.variables, self.backups.pop()):
                variable.assign(backup)


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    rng = np.random.default_rng(131)
    first = tf.Variable(tf.random.stateless_normal((32, 256), (1, 1), stddev=0.1))
    second = tf.Variable(tf.random.stateless_normal((256, 1), (1, 2), stddev=0.1))
    averaged, best = Averaged([first, second]), float("inf")
    for _ in range(steps):
        x = tf.constant(rng.normal(size=(64, 32)), tf.float32)
        y = tf.reduce_sum(tf.sin(x), 1, keepdims=True)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.nn.relu(x @ first) @ second - y))
        for variable, gradient in zip((first, second), tape.gradient(loss, [first, second])):
            variable.assign_sub(0.01 * gradient)
        averaged.update()
        with averaged.swapped():
            best = min(best, float(tf.reduce_mean(tf.square(tf.nn.relu(x @ first) @ second - y))))
    print(f"{steps} steps, best loss {best:.4f}")


if __name__ == "__main__":
    main()
