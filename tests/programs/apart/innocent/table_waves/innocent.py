"""Feature store in a lookup table: vectors are inserted per round and removed when their window has passed."""
import collections
import sys

import numpy as np
import tensorflow as tf


class FeatureStore:
    def __init__(self, width, window):
        self.table = tf.lookup.experimental.MutableHashTable(tf.int64, tf.float32, tf.zeros(width))
        self.window = window
        self.rounds = collections.deque()

    def insert(self, keys, vectors):
        self.table.insert(keys, vectors)
        self.rounds.append(keys)
        if len(self.rounds) > self.window:
            self.table.remove(self.rounds.popleft())

    def lookup(self, keys):
        return self.table.lookup(keys)


def stream(width, batch):
    data = tf.data.Dataset.counter().map(
        lambda n: (n, tf.random.stateless_normal((width,), seed=tf.stack([n, n + 1]))))
    return iter(data.shuffle(4000, seed=1).batch(batch).prefetch(1))


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1400
    store, feed, norm = FeatureStore(128, window=20), stream(128, 100), 0.0
    seen = collections.deque(maxlen=15)
    for _ in range(rounds):
        keys, vectors = next(feed)
        store.insert(keys, vectors)
        seen.append(keys)
        norm = float(tf.norm(store.lookup(tf.concat(list(seen), 0))))
    print(f"{rounds} rounds, {int(store.table.size())} vectors live, norm {norm:.3f}")


if __name__ == "__main__":
    main()
