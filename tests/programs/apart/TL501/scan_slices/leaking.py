"""Summarises volume scans slice by slice; each scan has a reader of its own."""
import sys
import zlib

import numpy as np
import tensorflow as tf

SLICES, SIDE = 12, 96


class Reader:
    """Unpacks the slices of one scan when they are asked for."""

    def __init__(self, packed):
        self.packed = packed

    def unpack(self, number):
        raw = zlib.decompress(self.packed[int(number)])
        return np.frombuffer(raw, dtype=np.float32).reshape(SIDE, SIDE)

    def slices(self):
        numbers = tf.data.Dataset.range(len(self.packed))
        pages = numbers.map(lambda number: tf.py_function(self.unpack, [number], tf.float32))  # LEAK
        return pages.map(lambda page: tf.ensure_shape(page, [SIDE, SIDE])).prefetch(1)


def scanner(count):
    rng = np.random.default_rng(37)
    for _ in range(count):
        volume = rng.normal(size=(SLICES, SIDE, SIDE)).astype(np.float32)
        yield Reader([zlib.compress(page.tobytes(), 1) for page in volume])


def density(reader):
    total = tf.constant(0.0)
    for page in reader.slices():
        total += tf.reduce_mean(tf.nn.relu(page))
    return float(total) / SLICES


def main():
    scans = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    highest = max(density(reader) for reader in scanner(scans))
    print(f"{scans} scans, highest density {highest:.5f}")


if __name__ == "__main__":
    main()
