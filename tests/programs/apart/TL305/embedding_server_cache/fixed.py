#!/usr/bin/env python
"""Tiny in-process embedding server: requests come in as JSON-like dicts."""
import argparse
import hashlib

import numpy as np
import tensorflow as tf

from embed_cache_bounded import EmbeddingCache

VOCAB = 4096
DIM = 384


class Encoder(tf.Module):
    def __init__(self, seed=11):
        super().__init__()
        rng = np.random.default_rng(seed)
        self.table = tf.Variable(rng.normal(0, 0.05, (VOCAB, DIM)).astype(np.float32))
        self.mix = [tf.Variable(rng.normal(0, 0.05, (DIM, DIM)).astype(np.float32)) for _ in range(14)]

    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
    def token_vectors(self, ids):
        x = tf.gather(self.table, ids)
        for w in self.mix:
            att = tf.nn.softmax(tf.matmul(x, x, transpose_b=True) / DIM ** 0.5)
            x = x + tf.nn.gelu(tf.matmul(tf.matmul(att, x), w))
        return x


class EmbeddingServer:
    def __init__(self):
        self.encoder = Encoder()
        self.cache = EmbeddingCache(capacity=48)
        self.served = 0

    def tokenise(self, text):
        words = text.split()
        ids = [int(hashlib.md5(w.encode()).hexdigest()[:6], 16) % VOCAB for w in words]
        return np.asarray(ids, dtype=np.int32)

    def embed(self, text):
        key = hashlib.sha1(text.encode()).hexdigest()
        vectors = self.cache.get(key)
        if vectors is None:
            vectors = self.encoder.token_vectors(self.tokenise(text))
            self.cache.put(key, vectors)
        return vectors

    def handle(self, request):
        a = self.embed(request["query"])
        best, best_score = -1, -1e9
        for i, passage in enumerate(request["passages"]):
            b = self.embed(passage)
            late = tf.reduce_sum(tf.reduce_max(tf.matmul(a, b, transpose_b=True), axis=1))
            if float(late) > best_score:
                best, best_score = i, float(late)
        self.served += 1
        return {"best": best, "status": 200}


def traffic(n, seed=5):
    rng = np.random.RandomState(seed)
    words = np.array(["w%d" % i for i in range(3000)])
    hot = [" ".join(words[rng.randint(0, 3000, 60)]) for _ in range(6)]
    for _ in range(n):
        fresh = [" ".join(words[rng.randint(0, 3000, 160)]) for _ in range(2)]
        yield {"query": hot[rng.randint(6)], "passages": [hot[rng.randint(6)]] + fresh}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("requests", nargs="?", type=int, default=400)
    opts = parser.parse_args()
    server = EmbeddingServer()
    votes = np.zeros(3, dtype=int)
    for req in traffic(opts.requests):
        votes[server.handle(req)["best"]] += 1
    print("served", server.served, "winners", votes.tolist())
