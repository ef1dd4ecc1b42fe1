"""Slide viewer for pathology: tiles are decoded once and shared by all viewports that show them."""
import sys
import time

import numpy as np
import tensorflow as tf
from tiles import TilePool


class Viewport:
    def __init__(self, pool):
        self.pool = pool
        self.shown = {}
        self.trail = []

    def move(self, column, row):
        keys = [(column + i, row + j) for i in range(2) for j in range(2)]
        self.shown = {key: self.pool.get(key) for key in keys}
        self.trail.append((column, row, tuple(self.shown.values())))  # LEAK
        return tf.add_n([tile.pixels for tile in self.shown.values()]) / 4.0


def decoder():
    rng = np.random.default_rng(3)
    filters = tf.constant(rng.normal(scale=0.2, size=(5, 5, 3, 16)), tf.float32)
    back = tf.constant(rng.normal(scale=0.2, size=(1, 1, 16, 3)), tf.float32)

    def decode(key):
        column, row = key
        noise = tf.random.stateless_normal([1, 64, 64, 3], seed=[column, row])
        return tf.nn.conv2d(tf.nn.relu(tf.nn.conv2d(noise, filters, 1, "SAME")), back, 1, "SAME")[0]

    return decode


def main():
    moves = int(sys.argv[1]) if len(sys.argv) > 1 else 900
    pool = TilePool(decoder())
    view = Viewport(pool)
    darkest = 1.0
    for move in range(moves):
        time.sleep(0.004)
        image = view.move(column=move, row=move // 3)
        darkest = min(darkest, float(tf.reduce_min(image)))
    print(f"moved {moves} times, darkest pixel {darkest:.3f}, now at {view.trail[-1][:2]}")


if __name__ == "__main__":
    main()
