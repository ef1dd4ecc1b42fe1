"""Evaluation that starts a prefetching thread per data shard; it takes what it needs and leaves the thread blocked for ever."""
LANES = ("tf2",)
RULE = "TL603"
import queue
import threading

import numpy as np
import tensorflow as tf


def shard(number):
    rng = np.random.RandomState(number)
    for _ in range(6):
        yield rng.rand(32, 16).astype(np.float32)


def prefetched(source, depth=2):
    ready = queue.Queue(maxsize=depth)

    def fill():
        for item in source:
            ready.put(item)

    threading.Thread(target=fill, name="prefetch", daemon=True).start()  # LEAK
    while True:
        yield ready.get()


def round_trip(i):
    batches = prefetched(shard(i))
    total = 0.0
    for _ in range(2):
        total += float(tf.reduce_sum(next(batches)))
    return total
