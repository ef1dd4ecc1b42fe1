"""Recommender that is rebuilt from fresh co-purchase counts every few minutes."""
import collections
import functools
import sys
import time

import numpy as np
import tensorflow as tf

PRODUCTS, WIDTH = 400, 24
SECTIONS = ("books", "garden", "kitchen", "music")


class Snapshot:
    """An immutable view on one refresh."""

    def __init__(self, number, counts):
        self.number = number
        scaled = tf.math.log1p(tf.constant(counts, tf.float32))
        self.vectors = tf.math.l2_normalize(scaled, axis=1)

    @functools.lru_cache(maxsize=None)  # LEAK
    def neighbours(self, section):
        """Similarities of one section's products to all others."""
        size = PRODUCTS // len(SECTIONS)
        start = SECTIONS.index(section) * size
        return tf.matmul(self.vectors[start:start + size], self.vectors, transpose_b=True)

    @functools.cached_property
    def norm(self):
        return float(tf.norm(self.vectors))


class Recommender:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.counts = self.rng.poisson(2.0, size=(PRODUCTS, WIDTH)).astype(np.float64)
        self.current = None
        self.norms = collections.deque(maxlen=30)

    def refresh(self, number):
        self.counts *= 0.97
        self.counts += self.rng.poisson(0.2, size=self.counts.shape)
        self.current = Snapshot(number, self.counts)
        self.norms.append(self.current.norm)

    def suggest(self, section, product, k=3):
        similar = self.current.neighbours(section)[product]
        return tf.math.top_k(similar, k=k + 1).indices.numpy()[1:]


def main():
    refreshes = int(sys.argv[1]) if len(sys.argv) > 1 else 260
    recommender = Recommender(seed=14)
    shown = np.zeros(PRODUCTS, int)
    print("refreshing", refreshes, "times", flush=True)
    for number in range(refreshes):
        time.sleep(0.02)  # new purchases arrive
        recommender.refresh(number)
        for request in range(8):
            section = SECTIONS[(request + number) % 2]
            shown[recommender.suggest(section, request * 11)] += 1
    print("products shown:", int((shown > 0).sum()), "most often", int(shown.argmax()))
    print(f"mean norm {np.mean(recommender.norms):.3f}")


if __name__ == "__main__":
    main()
