"""Repeated hold-out evaluation with tf.data generators."""
import sys

import numpy as np
import tensorflow as tf


class HoldOut:
    def __init__(self, x, y, seed):
        rng = np.random.default_rng(seed)
        order = rng.permutation(len(x))
        cut = len(x) * 3 // 4
        self.train_x, self.train_y = x[order[:cut]], y[order[:cut]]
        self.test_x, self.test_y = x[order[cut:]], y[order[cut:]]

    def batches(self):
        for i in range(0, len(self.train_x), 64):
            yield self.train_x[i:i + 64], self.train_y[i:i + 64]

    def dataset(self):
        signature = (tf.TensorSpec([None, 100], tf.float32), tf.TensorSpec([None], tf.float32))
        return tf.data.Dataset.from_generator(self.batches, output_signature=signature)  # LEAK


def fit(split):
    w = tf.zeros([100])
    for x, y in split.dataset():
        err = tf.linalg.matvec(x, w) - y
        w -= 0.2 * tf.linalg.matvec(x, err, transpose_a=True) / tf.cast(len(y), tf.float32)
    return float(np.mean((split.test_x @ w.numpy() - split.test_y) ** 2))


def main():
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 130
    rng = np.random.default_rng(0)
    x = rng.normal(size=(512, 100)).astype("float32")
    y = x @ rng.normal(size=100).astype("float32")
    errors = 0.0
    for seed in range(repeats):
        errors += fit(HoldOut(x, y, seed))
    print(f"repeats {repeats} mean error {errors / repeats:.3f}")


if __name__ == "__main__":
    main()
