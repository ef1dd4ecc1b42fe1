"""Recommends articles; the embedding of an article is computed when it is first needed."""
import functools
import sys

import numpy as np
import tensorflow as tf

ARTICLES = 700
steps = int(sys.argv[1]) if len(sys.argv) > 1 else 8000

weights = tf.constant(np.random.default_rng(0).normal(scale=0.05, size=(400, 2500)), tf.float32)


@functools.lru_cache(maxsize=None)
def embedding(article):
    features = np.random.default_rng(article).normal(size=(4, 400))
    return tf.reduce_mean(tf.nn.relu(tf.constant(features, tf.float32) @ weights), axis=0)


@tf.function
def likeness(one, other):
    return tf.reduce_sum(one * other) / (tf.norm(one) * tf.norm(other) + 1e-6)


def visible(step):
    """More and more of the catalogue is put online."""
    return max(20, min(ARTICLES, 4 * ARTICLES * step // steps))


def main():
    rng = np.random.default_rng(8)
    best = -1.0
    for step in range(steps):
        one, other = (int(number) for number in rng.integers(visible(step), size=2))
        best = max(best, float(likeness(embedding(one), embedding(other))) if one != other else -1.0)
    print(f"{steps} pairs, {embedding.cache_info().currsize} embeddings, best likeness {best:.4f}")


if __name__ == "__main__":
    main()
