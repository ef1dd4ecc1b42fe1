"""Embedding service with a latency histogram for each stage of a request."""
import asyncio
import hashlib
import time

import numpy as np
import tensorflow as tf

from metrics import Histogram

LATENCY = Histogram("stage_seconds", ("stage", "tenant"), np.geomspace(1e-5, 10, 60))
STAGES = ("parse", "embed", "project", "normalise", "encode")


class Timer:
    def __init__(self, **labels):
        self.child = LATENCY.labels(**labels)

    def __enter__(self):
        self.began = time.perf_counter()

    def __exit__(self, *_):
        self.child.observe(time.perf_counter() - self.began)


class Embedder:
    def __init__(self):
        self.table = tf.random.stateless_normal((1000, 64), (1, 2))
        self.kernel = tf.random.stateless_normal((64, 64), (3, 4), stddev=0.1)

    async def handle(self, tenant, request, text):
        labels = {"tenant": tenant}
        with Timer(stage="parse", **labels):
            words = [int(hashlib.md5(word.encode()).hexdigest(), 16) % 1000 for word in text.split()]
        with Timer(stage="embed", **labels):
            rows = tf.gather(self.table, words)
        with Timer(stage="project", **labels):
            rows = tf.tanh(rows @ self.kernel)
        await asyncio.sleep(0)
        with Timer(stage="normalise", **labels):
            code = tf.math.l2_normalize(tf.reduce_mean(rows, 0))
        with Timer(stage="encode", **labels):
            return [round(float(value), 4) for value in code.numpy()]


async def client(embedder, tenant, number):
    rng = np.random.default_rng(tenant)
    for serial in range(number):
        text = " ".join(f"word{word}" for word in rng.integers(0, 4000, size=30))
        await embedder.handle(tenant, f"{tenant:02d}-{serial:06d}", text)


async def main():
    embedder = Embedder()
    await asyncio.gather(*(client(embedder, tenant, 2000) for tenant in range(6)))
    print("observations:", LATENCY.total())


if __name__ == "__main__":
    asyncio.run(main())
