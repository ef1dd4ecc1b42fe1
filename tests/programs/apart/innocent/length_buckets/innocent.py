"""Sentences are padded to one of eight bucket lengths before the traced step."""
import sys

import numpy as np
import tensorflow as tf

BUCKETS = [8, 16, 24, 32, 40, 48, 56, 64]


def pad(tokens):
    size = next(b for b in BUCKETS if b >= len(tokens))
    return np.pad(tokens, (0, size - len(tokens)))[None]


def main():
    sentences = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    table = tf.Variable(tf.random.Generator.from_seed(0).normal([500, 64]))

    @tf.function
    def step(tokens):
        with tf.GradientTape() as tape:
            vectors = tf.nn.embedding_lookup(table, tokens)
            loss = tf.reduce_mean(tf.square(tf.reduce_mean(vectors, 1) - 1.0))
        grad = tf.convert_to_tensor(tape.gradient(loss, table))
        table.assign_sub(0.1 * grad)
        return loss

    rng = np.random.default_rng(0)
    total = 0.0
    for _ in range(sentences):
        tokens = rng.integers(1, 500, size=rng.integers(3, 65))
        total += float(step(tf.constant(pad(tokens))))
    print(f"sentences {sentences} mean loss {total / sentences:.4f}")


if __name__ == "__main__":
    main()
