"""A tiny log-structured store for the newest embeddings."""
import sys

import numpy as np
import tensorflow as tf


class Store:
    def __init__(self, run_length, keep):
        self.buffer = {}
        self.runs = []
        self.run_length, self.keep = run_length, keep
        self.merges = 0

    def put(self, key, vector):
        self.buffer[key] = vector
        if len(self.buffer) == self.run_length:
            self.flush()

    def flush(self):
        keys = np.array(sorted(self.buffer))
        self.runs.append((keys, np.stack([self.buffer[k] for k in keys])))
        self.buffer = {}
        if len(self.runs) == 8:
            self.merge()

    def merge(self):
        keys = np.concatenate([run[0] for run in self.runs])
        rows = np.concatenate([run[1] for run in self.runs])
        order = np.argsort(keys)[-self.keep:]
        self.runs = [(keys[order], rows[order])]
        self.merges += 1

    def get(self, key):
        if key in self.buffer:
            return self.buffer[key]
        for keys, rows in reversed(self.runs):
            place = int(np.searchsorted(keys, key))
            if place < len(keys) and keys[place] == key:
                return rows[place]
        return None


@tf.function(input_signature=[tf.TensorSpec([None])])
def embed(values):
    return tf.math.l2_normalize(tf.sin(values))


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 12000
    rng, store, found = np.random.default_rng(3), Store(150, 600), 0
    for key in range(count):
        store.put(key, embed(tf.constant(rng.normal(size=2048), tf.float32)).numpy())
        found += store.get(key - int(rng.integers(1, 900))) is not None
    print(found, "found,", store.merges, "merges")


if __name__ == "__main__":
    main()
