"""Asyncio text embedding service with a result cache."""
import asyncio
import sys

import numpy as np
import tensorflow as tf

DIM = 2048


class Embedder:
    def __init__(self):
        g = tf.random.Generator.from_seed(0)
        self.table = tf.Variable(g.normal([256, 64]))
        self.proj = tf.Variable(g.normal([64, DIM]) * 0.1)
        self.cache = {}
        self.hits = 0

    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
    def _embed(self, codes):
        return tf.reduce_mean(tf.gather(self.table, codes), axis=0, keepdims=True) @ self.proj

    async def embed(self, text):
        if text in self.cache:
            self.hits += 1
            return self.cache[text]
        await asyncio.sleep(0)
        vector = self._embed(tf.constant(list(text.encode()), tf.int32))
        if len(self.cache) >= 32:
            self.cache.pop(next(iter(self.cache)))
        self.cache[text] = vector
        return vector


async def client(embedder, name, n):
    rng = np.random.default_rng(n)
    similarity = 0.0
    for _ in range(2):
        text = f"{name}: " + " ".join(rng.choice(["red", "fox", "sees", "a", "moon"], 6))
        a, b = await asyncio.gather(embedder.embed(text), embedder.embed(name))
        similarity += float(tf.reduce_sum(a * b) / (tf.norm(a) * tf.norm(b)))
    return similarity / 2


async def serve(rounds):
    embedder = Embedder()
    total = 0.0
    for n in range(rounds):
        jobs = [client(embedder, f"user-{n}-{k}", n * 4 + k) for k in range(3)]
        total += sum(await asyncio.gather(*jobs))
    return embedder, total


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 700
    embedder, total = asyncio.run(serve(rounds))
    print(f"hits {embedder.hits} mean similarity {total / rounds / 3:.4f}")


if __name__ == "__main__":
    main()
