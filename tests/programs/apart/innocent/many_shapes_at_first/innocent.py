"""Batches documents of many lengths; the compiled encoder sees every bucket early on."""
import sys
import time
from collections import Counter

import numpy as np
import tensorflow as tf

table = tf.Variable(tf.random.stateless_normal([1000, 48], [1, 1]))
BUCKETS = range(8, 168, 8)
seen = {}


@tf.function
def encode(tokens):
    vectors = tf.gather(table, tokens)
    weights = tf.nn.softmax(tf.reduce_sum(vectors, -1))
    return tf.reduce_sum(vectors * weights[..., None], 1)


def bucket(length):
    for size in BUCKETS:
        if length <= size:
            return size
    return BUCKETS[-1]


def documents(count, rng):
    for number in range(count):
        if number < len(BUCKETS):
            yield rng.integers(1, 1000, BUCKETS[number])
        else:
            yield rng.integers(1, 1000, rng.integers(5, 160))


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    rng = np.random.default_rng(0)
    sizes = Counter()
    for number, words in enumerate(documents(count, rng)):
        size = bucket(len(words))
        padded = np.zeros([4, size], np.int32)
        padded[:, : len(words)] = words[:size]
        sizes[size] += 1
        seen.setdefault(size, encode(tf.constant(padded)))
        drift = float(tf.norm(encode(tf.constant(padded)) - seen[size]))
        time.sleep(0.012)
        if number % 100 == 0:
            print("document", number, "buckets", len(seen), "drift %.2f" % drift)
    print("most common bucket", sizes.most_common(1)[0])


if __name__ == "__main__":
    main()
