"""Digitises slides: scans are split into tiles, and tiles are checked for focus before they are stored."""
import time

import tensorflow as tf

from stages import chain

SCANS = 420


def split(scan):
    tiles = tf.image.extract_patches(scan[None], (1, 64, 64, 1), (1, 64, 64, 1), (1, 1, 1, 1), "VALID")
    for tile in tf.unstack(tf.reshape(tiles, (-1, 64, 64))):
        yield tile


class Focus:
    """The storage that it writes to takes some 500 tiles per second."""

    def __init__(self):
        self.sharp = 0

    def __call__(self, tile):
        blurred = tf.nn.avg_pool2d(tile[None, :, :, None], 3, 1, "SAME")[0, :, :, 0]
        self.sharp += float(tf.reduce_mean(tf.abs(tile - blurred))) > 0.1
        time.sleep(0.002)
        return ()


def main():
    focus = Focus()
    first, stages = chain(split, focus, bound=16)
    for stage in stages:
        stage.start()
    for number in range(SCANS):
        first.put(tf.random.stateless_uniform((128, 128, 1), (number, 1)))
        time.sleep(0.02)
    print("scans taken in:", SCANS, "tiles in focus:", focus.sharp > 0)


if __name__ == "__main__":
    main()
