"""Gradient accumulation: micro batches are collected in lists and applied together."""
import sys
import time

import numpy as np
import tensorflow as tf

EVERY = 16


class Accumulator:
    def __init__(self, variables):
        self.variables = variables
        self.pending = [[] for _ in variables]
        self.examples = []

    def add(self, gradients, x):
        for bucket, gradient in zip(self.pending, gradients):
            bucket.append(gradient)
        self.examples.append(x)

    def ready(self):
        return len(self.examples) >= EVERY

    def flush(self, rate):
        for variable, bucket in zip(self.variables, self.pending):
            variable.assign_sub(rate * tf.add_n(bucket) / np.float32(len(bucket)))
            bucket.clear()
        seen, self.examples = self.examples, []
        return sum(int(x.shape[0]) for x in seen)


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 800
    rng = np.random.default_rng(0)
    w1 = tf.Variable(rng.normal(0, 0.1, [128, 256]).astype(np.float32))
    w2 = tf.Variable(rng.normal(0, 0.1, [256, 1]).astype(np.float32))
    accumulator = Accumulator([w1, w2])
    total = 0
    for step in range(steps):
        x = tf.constant(rng.normal(size=[8, 128]), tf.float32)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.matmul(tf.tanh(tf.matmul(x, w1)), w2) - x[:, :1]))
        accumulator.add(tape.gradient(loss, [w1, w2]), x)
        if accumulator.ready():
            total += accumulator.flush(np.float32(0.05))
        time.sleep(0.008)
        if step % 160 == 0:
            print("step", step, "loss %.4f" % float(loss), "examples", total)
    print("examples", total)


if __name__ == "__main__":
    main()
