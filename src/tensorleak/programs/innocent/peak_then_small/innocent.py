"""A start-up pass builds many small tensors at once; afterwards only small requests are served."""
import sys

import numpy as np
import tensorflow as tf

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 12000


def calibrate():
    rng = np.random.default_rng(0)
    samples = [tf.constant(rng.random(2000, dtype="float32")) for _ in range(12_000)]
    return float(tf.add_n([tf.reduce_mean(sample) for sample in samples])) / len(samples)


def serve(rows, offset):
    return float(tf.reduce_mean(tf.tanh(rows - offset)))


def main():
    offset = calibrate()
    rng = np.random.default_rng(1)
    total = 0.0
    for request in range(steps):
        total += serve(tf.constant(rng.random(2000, dtype="float32")), offset)
    print(f"{steps} requests, mean answer {total / steps:.5f}")


if __name__ == "__main__":
    main()
