"""Train on toy data and look at gradients of intermediate losses afterwards."""
import sys

import numpy as np
import tensorflow as tf


class Inspector:
    def __init__(self):
        self.entries = []

    def remember(self, step, tape, loss, source):
        self.entries = [(step, tape, loss, source)]

    def report(self):
        step, tape, loss, source = self.entries[-1]
        return step, float(tf.norm(tape.gradient(loss, source)))


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    g = tf.random.Generator.from_seed(0)
    w1 = tf.Variable(g.normal([20, 64]) * 0.1)
    w2 = tf.Variable(g.normal([64, 1]) * 0.1)
    inspector = Inspector()
    rng = np.random.default_rng(0)
    norm = 0.0
    for step in range(steps):
        x = tf.constant(rng.normal(size=(128, 20)), tf.float32)
        with tf.GradientTape(persistent=True) as tape:
            hidden = tf.nn.tanh(x @ w1)
            penalty = tf.reduce_mean(tf.abs(hidden))
            loss = tf.reduce_mean(tf.square(hidden @ w2 - x[:, :1])) + 0.01 * penalty
        w1.assign_sub(0.1 * tape.gradient(loss, w1))
        w2.assign_sub(0.1 * tape.gradient(loss, w2))
        inspector.remember(step, tape, penalty, hidden)
        if step % 50 == 49:
            norm = inspector.report()[1]
    print(f"steps {steps} loss {float(loss):.4f} norm {norm:.5f}")


if __name__ == "__main__":
    main()
