"""Telemetry of an inference loop with two buffers that are written out now and then."""
import sys

import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 3800


class Buffer:
    def __init__(self, name, limit):
        self.name, self.limit = name, limit
        self.rows = []
        self.flushed = 0

    def add(self, row):
        self.rows.append(row)
        if len(self.rows) >= self.limit:
            self.flush()

    def flush(self):
        stacked = tf.stack(self.rows)
        self.mean = float(tf.reduce_mean(stacked))
        self.flushed += len(self.rows)
        self.rows = []


def main():
    rng = np.random.default_rng(2)
    weight = tf.random.normal((256, 256), stddev=0.1)
    inputs, outputs = Buffer("inputs", 37), Buffer("outputs", 53)
    for number in range(ROUNDS):
        x = tf.constant(rng.normal(size=(128, 256)).astype("float32"))
        y = tf.nn.relu(x @ weight)
        for _ in range(8):
            y = tf.tanh(y @ weight)
        inputs.add(x)
        outputs.add(y)
        if number % 500 == 499:
            print(number + 1, inputs.flushed, outputs.flushed)


if __name__ == "__main__":
    main()
