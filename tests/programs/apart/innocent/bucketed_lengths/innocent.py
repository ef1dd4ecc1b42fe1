"""Encodes sentences that are padded to the next multiple of eight."""
import sys

import numpy as np
import tensorflow as tf

SENTENCES = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
BUCKET, LONGEST, WORDS = 8, 192, 1000

rng = np.random.default_rng(16)
table = tf.constant(rng.normal(size=(WORDS, 64)), tf.float32)
mixing = tf.constant(rng.normal(scale=0.1, size=(64, 64)), tf.float32)


def bucket(length):
    return BUCKET * -(-length // BUCKET)


@tf.function
def encode(words, length):
    states = tf.nn.embedding_lookup(table, words)
    weights = tf.nn.softmax(states @ tf.transpose(states) / 8.0)
    mask = tf.sequence_mask(length, tf.shape(words)[0], dtype=tf.float32)
    return tf.reduce_sum(tf.tanh(weights @ states @ mixing) * mask[:, tf.newaxis], axis=0)


def sentences():
    """Short sentences at first, then of all lengths."""
    for number in range(SENTENCES):
        longest = min(LONGEST, 10 + 600 * number // SENTENCES)
        yield rng.integers(1, WORDS, size=rng.integers(5, longest + 1))


def main():
    total = tf.zeros([64])
    seen = {}
    for words in sentences():
        size = bucket(len(words))
        seen[size] = seen.get(size, 0) + 1
        padded = np.pad(words, (0, size - len(words)))
        total += encode(tf.constant(padded), tf.constant(len(words)))
    print(f"{SENTENCES} sentences in {len(seen)} sizes, norm {float(tf.norm(total)):.3f}")


if __name__ == "__main__":
    main()
