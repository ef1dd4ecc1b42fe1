"""Route planner with a cache of its own making."""
import sys

import numpy as np
import tensorflow as tf


class Node:
    __slots__ = ("key", "value", "older", "newer")

    def __init__(self, key, value):
        self.key, self.value = key, value
        self.older = self.newer = None


class Cache:
    """The least recently used entry goes first."""

    def __init__(self, size):
        self.size = size
        self.nodes = {}
        self.head = Node(None, None)
        self.tail = Node(None, None)
        self.head.older, self.tail.newer = self.tail, self.head

    def _unlink(self, node):
        node.newer.older, node.older.newer = node.older, node.newer

    def _front(self, node):
        node.older, node.newer = self.head.older, self.head
        self.head.older.newer = node
        self.head.older = node

    def get(self, key, make):
        node = self.nodes.get(key)
        if node is None:
            node = self.nodes[key] = Node(key, make(key))
        else:
            self._unlink(node)
        self._front(node)
        if len(self.nodes) > self.size:
            oldest = self.tail.newer
            self._unlink(oldest)
            del self.nodes[oldest.key]
        return node.value


def planner(places=110):
    costs = tf.constant(np.random.default_rng(461).exponential(size=(places, places)), tf.float32)

    def distances(key):
        weights = costs * (1.0 + 0.1 * float(key[1] % 5))
        paths = weights
        for _ in range(4):
            paths = tf.minimum(paths, tf.reduce_min(paths[:, :40, None] + weights[None, :40, :], axis=1))
        return paths

    return distances


def main():
    trips = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
    rng = np.random.default_rng(462)
    cache, make, total = Cache(150), planner(), 0.0
    for number in range(trips):
        key = (0, int(rng.integers(8))) if number % 4 == 0 else (number, int(rng.integers(1000)))
        total += float(tf.reduce_mean(cache.get(key, make)))
    print(f"mean distance {total / trips:.4f}, {len(cache.nodes)} cached")


if __name__ == "__main__":
    main()
