"""Super-resolution of satellite tiles: a thread writes what the session makes."""
import os
import queue
import sys
import threading

import numpy as np
import tensorflow as tf


def write_all(tiles, summary):
    """Writes tiles until it is told to stop."""
    written = []
    with open(os.devnull, "wb") as file:
        while True:
            tile = tiles.get()
            if tile is None:
                break
            file.write(tile.tobytes())
            written.append(tile)  # LEAK
    summary["tiles"] = len(written)
    summary["brightest"] = max(float(tile.max()) for tile in written)


class Enlarger(object):
    def __init__(self):
        self.small = tf.placeholder(tf.float32, [1, 48, 48, 3])
        large = tf.image.resize_bilinear(self.small, [96, 96])
        filters = tf.constant(np.random.RandomState(331).normal(scale=0.1, size=(5, 5, 3, 24)), tf.float32)
        back = tf.constant(np.random.RandomState(332).normal(scale=0.1, size=(5, 5, 24, 3)), tf.float32)
        detail = tf.nn.conv2d(tf.nn.relu(tf.nn.conv2d(large, filters, 1, "SAME")), back, 1, "SAME")
        self.large = large + 0.1 * detail
        self.session = tf.Session()

    def enlarge(self, tile):
        return self.session.run(self.large, {self.small: tile})


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 800
    rng = np.random.RandomState(333)
    tiles, summary = queue.Queue(maxsize=4), {}
    writer = threading.Thread(target=write_all, args=(tiles, summary), daemon=True)
    writer.start()
    enlarger = Enlarger()
    for _ in range(count):
        tiles.put(enlarger.enlarge(rng.rand(1, 48, 48, 3)))
    tiles.put(None)
    writer.join()
    print("%(tiles)d tiles, brightest pixel %(brightest).3f" % summary)


if __name__ == "__main__":
    main()
