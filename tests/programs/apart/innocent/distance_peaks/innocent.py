"""Streaming deduplication: a full comparison of the recent window every 23 batches."""
import sys
from collections import deque

import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 2200


class Window:
    def __init__(self, length):
        self.batches = deque(maxlen=length)

    def add(self, codes):
        self.batches.append(codes)

    def duplicates(self):
        codes = tf.concat(list(self.batches), axis=0)
        norms = tf.reduce_sum(tf.square(codes), axis=1)
        distances = norms[:, None] + norms[None, :] - 2.0 * codes @ tf.transpose(codes)
        close = tf.reduce_sum(tf.cast(distances < 0.5, tf.int32), axis=1)
        return int(tf.reduce_sum(tf.cast(close > 1, tf.int32)))


class Encoder:
    def __init__(self):
        self.first = tf.random.normal((300, 128), stddev=0.08)
        self.second = tf.random.normal((128, 32), stddev=0.1)

    def __call__(self, x):
        return tf.tanh(tf.nn.relu(x @ self.first) @ self.second)


def main():
    rng = np.random.default_rng(40)
    window, encoder = Window(19), Encoder()
    reports = {}
    for number in range(ROUNDS):
        x = rng.normal(size=(256, 300)).astype("float32")
        window.add(encoder(tf.constant(x)))
        if number % 23 == 22:
            reports[(number // 23) % 8] = window.duplicates()
        if number % 400 == 0:
            print(number, "reports", reports)


if __name__ == "__main__":
    main()
