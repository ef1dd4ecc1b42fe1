"""Aligns scans with a reference by the shift of their centre."""
import sys

import numpy as np
import tensorflow as tf

SIDE = 256


def grid():
    axis = np.linspace(-1, 1, SIDE, dtype=np.float32)
    return np.stack(np.meshgrid(axis, axis, indexing="ij"), axis=-1)


class Registration(object):
    """Finds the shift between a scan and the reference."""

    def __init__(self, reference):
        self.places = tf.constant(grid())
        self.centre = self.centre_of(tf.constant(reference))
        self.scan = tf.placeholder(tf.float32, [SIDE, SIDE])
        self.difference = self.centre_of(self.scan) - self.centre
        self.session = tf.Session()

    def centre_of(self, scan):
        weights = tf.nn.relu(scan - tf.reduce_mean(scan))
        mass = tf.reduce_sum(weights) + 1e-6
        return tf.reduce_sum(self.places * weights[:, :, tf.newaxis], axis=[0, 1]) / mass

    def shift(self, scan):
        return self.session.run(self.difference, {self.scan: scan})


def blob(rng, row, column):
    places = grid()
    distance = (places[..., 0] - row) ** 2 + (places[..., 1] - column) ** 2
    return (np.exp(-8 * distance) + rng.normal(scale=0.01, size=(SIDE, SIDE))).astype(np.float32)


def main():
    scans = int(sys.argv[1]) if len(sys.argv) > 1 else 220
    rng = np.random.RandomState(21)
    registration = Registration(blob(rng, 0.0, 0.0))
    farthest = 0.0
    for _ in range(scans):
        row, column = rng.uniform(-0.4, 0.4, size=2)
        farthest = max(farthest, float(np.abs(registration.shift(blob(rng, row, column))).max()))
    print("%d scans, largest shift %.4f" % (scans, farthest))


if __name__ == "__main__":
    main()
