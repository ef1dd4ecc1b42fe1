"""Online user embeddings, kept in a hash table inside the runtime."""
import argparse

import numpy as np
import tensorflow as tf

WIDTH = 64


class UserStore(tf.Module):
    def __init__(self):
        super().__init__()
        self.table = tf.lookup.experimental.MutableHashTable(tf.int64, tf.float32, default_value=[0.0] * WIDTH)

    def read(self, users):
        return self.table.lookup(users)

    def blend(self, users, rows, rate=0.2):
        rows = (1.0 - rate) * self.read(users) + rate * rows
        self.table.insert(users, rows)
        return rows


class Scorer:
    def __init__(self, items, seed):
        rng = np.random.default_rng(seed)
        self.items = tf.constant(rng.normal(size=(items, WIDTH)), tf.float32)
        self.store = UserStore()

    def click(self, users, items):
        rows = self.store.blend(users, tf.gather(self.items, items))
        return tf.matmul(rows, self.items, transpose_b=True)

    def clean(self, users):
        self.store.table.remove(users)


class Traffic:
    """Users come in waves; a wave leaves after a while."""

    def __init__(self, size, items, seed):
        self.size, self.items = size, items
        self.rng = np.random.default_rng(seed)
        self.start = 0

    def batch(self):
        self.start += self.size // 2
        users = self.start + self.rng.permutation(self.size)
        return tf.constant(users, tf.int64), tf.constant(self.rng.integers(0, self.items, self.size))

    def gone(self):
        return tf.range(max(self.start - self.size, 0), self.start, dtype=tf.int64)


def serve(scorer, traffic, batches):
    best = 0.0
    for _ in range(batches):
        users, items = traffic.batch()
        scorer.clean(traffic.gone())
        best = max(best, float(tf.reduce_max(scorer.click(users, items))))
    return best


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--batches", type=int, default=3200)
    parser.add_argument("--users", type=int, default=256)
    args = parser.parse_args()
    best = serve(Scorer(4000, 1), Traffic(args.users, 4000, 2), args.batches)
    print(f"best match {best:.2f}")


if __name__ == "__main__":
    main()
