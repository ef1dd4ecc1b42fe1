"""Tile rendering with a least-recently-used cache."""
import sys
from collections import OrderedDict

import numpy as np
import tensorflow as tf

TILE = 192


class TileCache:
    def __init__(self, capacity):
        self.capacity = capacity
        self._tiles = OrderedDict()
        self.hits = self.misses = 0

    def get(self, key, render):
        if key in self._tiles:
            self.hits += 1
            self._tiles.move_to_end(key)
            return self._tiles[key]
        self.misses += 1
        tile = self._tiles[key] = render(*key)
        if len(self._tiles) > self.capacity:
            self._tiles.popitem(last=False)
        return tile


class Renderer:
    """Escape counts of the Julia set, tile by tile."""

    def __init__(self, steps=20):
        self.steps = steps
        line = tf.linspace(0.0, 1.0, TILE)
        self.dx, self.dy = tf.meshgrid(line, line)

    def __call__(self, col, row, zoom):
        scale = 2.0 ** -zoom
        re, im = (self.dx + col) * scale - 1.5, (self.dy + row) * scale - 1.5
        count = tf.zeros_like(re)
        for _ in range(self.steps):
            re, im = re * re - im * im - 0.8, 2.0 * re * im + 0.156
            inside = tf.cast(re * re + im * im < 4.0, tf.float32)
            re, im = re * inside, im * inside
            count += inside
        return count / self.steps


def walk(rng, rounds):
    col = row = 500
    for _ in range(rounds):
        col += int(rng.integers(-1, 3))
        row += int(rng.integers(-1, 2))
        yield col, row


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    cache, renderer = TileCache(capacity=60), Renderer()
    brightness = 0.0
    for col, row in walk(np.random.default_rng(2), rounds):
        for dc in range(2):
            tile = cache.get((col + dc, row, 8), renderer)
            brightness += float(tf.reduce_mean(tile))
    print("brightness %.4f, hits %d, misses %d" % (brightness / rounds, cache.hits, cache.misses))


if __name__ == "__main__":
    main()
