"""Inference where a backlog of large batches comes before single requests."""
import sys

import numpy as np
import tensorflow as tf


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    g = tf.random.Generator.from_seed(0)
    w1, w2 = tf.Variable(g.normal([256, 512]) * 0.05), tf.Variable(g.normal([512, 10]) * 0.05)

    @tf.function(input_signature=[tf.TensorSpec([None, 256], tf.float32)])
    def classify(x):
        return tf.argmax(tf.nn.relu(x @ w1) @ w2, axis=1)

    rng = np.random.default_rng(0)
    counts = np.zeros(10, int)
    for r in range(rounds):
        size = 4000 if r < rounds // 50 else 4
        pieces = [rng.normal(size=256).astype("float32") for _ in range(size)]
        labels = classify(tf.constant(np.stack(pieces))).numpy()
        counts += np.bincount(labels, minlength=10)
    print("counts", counts.tolist())


if __name__ == "__main__":
    main()
