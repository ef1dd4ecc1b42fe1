"""Rank search results with a compiled scorer; the number of candidates differs from query to query."""
import sys
import time

import numpy as np
import tensorflow as tf

WIDTH = 24
rng = np.random.default_rng(17)
interaction = tf.constant(rng.normal(scale=0.2, size=(WIDTH, WIDTH)), tf.float32)


@tf.function(input_signature=[tf.TensorSpec([WIDTH]), tf.TensorSpec([None, WIDTH])])
def relevance(query, candidates):
    projected = tf.linalg.matvec(interaction, query)
    return tf.linalg.matvec(candidates, projected)


def rank(query, candidates):
    scores = relevance(tf.constant(query), tf.constant(candidates)).numpy()
    return np.argsort(-scores, kind="stable")[:10]


def queries(count):
    for number in range(count):
        time.sleep(0.05)
        found = 11 + number * 7 % 3001
        yield rng.random(WIDTH, np.float32), rng.random((found, WIDTH), np.float32)


steps = int(sys.argv[1]) if len(sys.argv) > 1 else 60
top = [rank(query, candidates)[0] for query, candidates in queries(steps)]
print("queries:", len(top), "mean winner:", float(np.mean(top)))
