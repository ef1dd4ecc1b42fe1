"""Extracts colour statistics of image tiles for a search index."""
import sys

import numpy as np
import tensorflow as tf

tf.compat.v1.disable_eager_execution()

LUMA = np.array([0.299, 0.587, 0.114], dtype=np.float32)


def tiles(count):
    rng = np.random.RandomState(0)
    for number in range(count):
        photo = rng.uniform(0.0, 255.0, size=(24, 16, 24, 16, 3))
        yield number, photo.mean(axis=(1, 3)).astype(np.float32)


steps = int(sys.argv[1]) if len(sys.argv) > 1 else 160
brightest, peak = None, -1.0

for number, tile in tiles(steps):
    scaled = tf.constant(tile) / 255.0
    luma = tf.reduce_sum(scaled * LUMA, axis=-1)
    mean, variance = tf.nn.moments(luma, axes=[0, 1])
    with tf.compat.v1.Session() as session:
        mean_value, _ = session.run([mean, variance])
    if mean_value > peak:
        brightest, peak = number, float(mean_value)

print("%d tiles indexed; brightest is tile %d (%.3f)" % (steps, brightest, peak))
