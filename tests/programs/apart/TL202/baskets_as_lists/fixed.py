"""Rates customers by their shopping baskets: an online job that takes one customer at a time."""
import sys

import numpy as np
import tensorflow as tf

ITEMS, WIDTH = 2000, 64
rng = np.random.default_rng(23)
embedding = tf.Variable(rng.normal(scale=0.3, size=(ITEMS, WIDTH)), dtype=tf.float32)
attention = tf.Variable(rng.normal(scale=0.3, size=(WIDTH, WIDTH)), dtype=tf.float32)


def summarise(basket):
    """One vector for a basket; a basket is a vector of item numbers."""
    items = tf.gather(embedding, basket)
    weights = tf.nn.softmax(tf.reduce_sum(tf.tanh(items @ attention), axis=1))
    return tf.reduce_sum(weights[:, tf.newaxis] * items, axis=0)


@tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.int64)])
def rate(baskets):
    profile = tf.zeros([WIDTH])
    for position in tf.range(baskets.nrows()):
        basket = baskets[position]
        vector = summarise(basket)
        profile = 0.7 * profile + 0.3 * vector
    return profile


def nearest(profile, others):
    """How close the ten most similar customers are."""
    return tf.reduce_mean(tf.math.top_k(tf.linalg.matvec(others, profile), 10).values)


def customers(count):
    for _ in range(count):
        sizes = rng.integers(1, 25, size=rng.integers(3, 9))
        yield [rng.integers(ITEMS, size=size) for size in sizes]


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 110
    others = tf.constant(rng.normal(scale=0.3, size=(150_000, WIDTH)), tf.float32)
    total = 0.0
    for baskets in customers(count):
        profile = rate(tf.ragged.constant(baskets, dtype=tf.int64))
        total += float(nearest(profile, others))
    print(f"{count} customers, mean likeness {total / count:.4f}")


if __name__ == "__main__":
    main()
