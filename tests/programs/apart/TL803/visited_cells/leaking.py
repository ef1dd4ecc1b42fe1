"""Counts how often an explorer has been near a place, for its exploration bonus."""
import collections
import sys

import numpy as np
import tensorflow as tf


class Bonus:
    """A bonus that falls with the number of visits of a cell."""

    def __init__(self, resolution=1000.0):
        self.resolution = resolution
        self.visits = tf.lookup.experimental.MutableHashTable(tf.int64, tf.int64, default_value=0)
        self.mixing = tf.constant([1, 1_000_003, 998_244_353], tf.int64)

    def cells(self, places):
        grid = tf.cast(tf.round(places * self.resolution), tf.int64)
        return tf.reduce_sum(grid * self.mixing, axis=1)

    def __call__(self, places):
        cells = self.cells(places)
        counts = self.visits.lookup(cells) + 1
        self.visits.insert(cells, counts)  # LEAK
        return tf.reduce_mean(tf.math.rsqrt(tf.cast(counts, tf.float32)))


class Explorer:
    def __init__(self, agents, seed):
        self.rng = np.random.default_rng(seed)
        self.places = self.rng.normal(size=(agents, 3))

    def move(self):
        self.places = 0.98 * self.places + self.rng.normal(scale=0.2, size=self.places.shape)
        return tf.constant(self.places, tf.float32)


def main():
    moves = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    explorer, bonus = Explorer(agents=800, seed=7), Bonus()
    recent = collections.deque(maxlen=100)
    for _ in range(moves):
        recent.append(float(bonus(explorer.move())))
    print(f"{moves} moves, mean bonus of the last {len(recent)}: {np.mean(recent):.2f}")


if __name__ == "__main__":
    main()
