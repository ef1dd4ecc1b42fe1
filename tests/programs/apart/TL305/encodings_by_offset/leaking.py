"""Irregular time series: samples are encoded by their time stamp before attention."""
import sys

import numpy as np
import tensorflow as tf


class Encodings(dict):
    """Encodings by start time, computed when first asked for."""

    def __init__(self, length, width):
        super().__init__()
        self.length = length
        self.rates = tf.exp(-tf.range(0.0, 8.0, 8.0 / (width // 2)))

    def __missing__(self, start):
        angles = (float(start) + tf.range(self.length, dtype=tf.float32))[:, None] * self.rates
        encoding = self[start] = tf.concat([tf.sin(angles), tf.cos(angles)], 1)  # LEAK
        return encoding


def attend(series, encoding):
    keys = series + encoding
    scores = tf.nn.softmax(keys @ keys[-1:, :, None][0], axis=0)
    return tf.reduce_sum(scores * series, 0)


def main():
    visits = int(sys.argv[1]) if len(sys.argv) > 1 else 3600
    rng = np.random.default_rng(91)
    encodings = Encodings(64, 64)
    clock, total = 0, 0.0
    for _ in range(visits):
        clock += int(rng.integers(1, 500))
        series = tf.constant(rng.normal(size=(64, 64)), tf.float32)
        total += float(attend(series, encodings[clock])[0])  # LEAK
    print(f"{visits} visits until minute {clock}, sum {total:.3f}")


if __name__ == "__main__":
    main()
