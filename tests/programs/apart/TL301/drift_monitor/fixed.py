"""Watches the codes of an encoder for drift while it is trained eagerly."""
import collections
import sys

import numpy as np
import tensorflow as tf

tf.enable_eager_execution()


def make_monitor(window):
    """A function that takes codes and tells how far they have moved from where they were a window ago."""
    moved = 0.0
    seen = collections.deque(maxlen=window + 1)

    def observe(codes):
        nonlocal moved
        seen.append(codes)
        if len(seen) > window:
            moved = float(tf.norm(tf.reduce_mean(seen[-1], axis=0) - tf.reduce_mean(seen[-1 - window], axis=0)))
        return moved

    return observe


class Encoder(object):
    def __init__(self):
        rng = np.random.RandomState(351)
        self.inner = tf.Variable(rng.normal(scale=0.05, size=(400, 512)), dtype=tf.float32)
        self.outer = tf.Variable(rng.normal(scale=0.05, size=(512, 100)), dtype=tf.float32)

    def codes(self, rows):
        return tf.matmul(tf.nn.tanh(tf.matmul(rows, self.inner)), self.outer)

    def train(self, rows):
        with tf.GradientTape() as tape:
            codes = self.codes(rows)
            loss = tf.reduce_mean(tf.square(codes - rows[:, :100]))
        inner, outer = tape.gradient(loss, [self.inner, self.outer])
        self.inner.assign_sub(0.5 * inner)
        self.outer.assign_sub(0.5 * outer)
        return codes


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 1300
    rng = np.random.RandomState(352)
    encoder, observe = Encoder(), make_monitor(window=10)
    worst = 0.0
    for _ in range(steps):
        rows = tf.constant(rng.normal(size=(160, 400)), tf.float32)
        worst = max(worst, observe(encoder.train(rows)))
    print("largest drift %.3f" % worst)


if __name__ == "__main__":
    main()
