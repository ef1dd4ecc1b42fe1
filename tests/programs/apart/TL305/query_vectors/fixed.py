"""Semantic search over help articles; encoded queries are memoised."""
import functools
import random
import sys

import numpy as np
import tensorflow as tf

WORDS = ["reset", "password", "invoice", "export", "team", "billing", "token", "login", "sync", "mobile"]
WIDTH = 6144


class HashingEncoder:
    def __init__(self, buckets, seed):
        self.buckets = buckets
        generator = tf.random.Generator.from_seed(seed)
        self.table = generator.normal([buckets, 64])
        self.project = generator.normal([64, WIDTH], stddev=0.2)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def encode(self, words):
        rows = tf.gather(self.table, tf.strings.to_hash_bucket_fast(words, self.buckets))
        vector = tf.tanh(tf.reduce_mean(rows, axis=0, keepdims=True) @ self.project)[0]
        return vector / tf.norm(vector)


encoder = HashingEncoder(512, seed=5)


@functools.lru_cache(maxsize=64)
def query_vector(query):
    return encoder.encode(tf.constant(query.split()))


class Index:
    def __init__(self, articles):
        self.titles = articles
        self.matrix = tf.stack([encoder.encode(tf.constant(title.split())) for title in articles])

    def search(self, query, count=3):
        scores = tf.linalg.matvec(self.matrix, query_vector(query))
        best = tf.math.top_k(scores, count).indices.numpy()
        return [self.titles[i] for i in best]


class Users:
    """Some queries repeat, most carry an order number of their own."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.number = 0

    def query(self):
        words = self.random.sample(WORDS, 2)
        if self.random.random() < 0.15:
            return " ".join(WORDS[:2])
        self.number += 1
        return " ".join(words + [f"order{self.number}"])


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    shuffle = random.Random(1)
    index = Index([" ".join(shuffle.sample(WORDS, 4)) for _ in range(40)])
    users = Users(seed=9)
    top = {}
    for _ in range(rounds):
        for _ in range(3):
            title = index.search(users.query())[0]
            top[title] = top.get(title, 0) + 1
    hits = query_vector.cache_info().hits
    print(f"searches {sum(top.values())} titles {len(top)} most {max(top.values())} hits {hits > 0}")


if __name__ == "__main__":
    main()
