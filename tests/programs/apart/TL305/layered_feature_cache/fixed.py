"""Fraud scoring with a cache of embeddings per transaction."""
import sys
from collections import ChainMap

import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 600
WIDTH = 512


class EmbeddingCache:
    """Layers on top of the merchants, so that a request that breaks can be undone."""

    def __init__(self, merchants):
        self.layers = ChainMap(merchants)

    def begin(self):
        self.layers = self.layers.new_child()

    def rollback(self):
        self.layers = self.layers.parents

    def commit(self):
        self.layers = self.layers.parents

    def lookup(self, key, compute):
        if key not in self.layers:
            self.layers[key] = compute()
        return self.layers[key]


class FraudModel:
    def __init__(self):
        self.project = tf.random.normal((64, WIDTH), stddev=0.1)
        self.out = tf.random.normal((WIDTH, 1), stddev=0.1)
        merchants = {("m", i): tf.random.normal((WIDTH,)) for i in range(50)}
        self.cache = EmbeddingCache(merchants)

    def embed(self, raw):
        return tf.tanh(tf.linalg.matvec(self.project, raw, transpose_a=True))

    def score(self, batch):
        self.cache.begin()
        total = []
        try:
            for number, merchant, raw in batch:
                own = self.cache.lookup(("t", number), lambda: self.embed(raw))
                other = self.cache.lookup(("m", merchant), lambda: self.embed(raw))
                total.append(tf.reduce_sum(own * other * self.out[:, 0]))
        except tf.errors.OpError:
            self.cache.rollback()
            raise
        self.cache.commit()
        return tf.sigmoid(tf.stack(total))


def main():
    rng = np.random.default_rng(8)
    model = FraudModel()
    number = 0
    for request in range(ROUNDS):
        batch = []
        for _ in range(32):
            number += 1
            raw = tf.constant(rng.normal(size=64).astype("float32"))
            batch.append((number, int(rng.integers(50)), raw))
        scores = model.score(batch)
        if request % 150 == 0:
            print(request, "mean score %.3f" % float(tf.reduce_mean(scores)))


if __name__ == "__main__":
    main()
