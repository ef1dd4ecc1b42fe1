"""A feature pipeline of functions that hand large tensors to each other."""
import sys

import numpy as np
import tensorflow as tf


def load(number):
    rng = np.random.default_rng(number % 16)
    return tf.constant(rng.random((64, 64, 64), dtype=np.float32))


def smooth(images):
    return tf.nn.avg_pool2d(images[..., tf.newaxis], 3, 1, "SAME")[..., 0]


def edges(images):
    vertical = images[:, 1:, :] - images[:, :-1, :]
    horizontal = images[:, :, 1:] - images[:, :, :-1]
    return vertical, horizontal


def describe(number):
    images = load(number)
    blurred = smooth(images)
    return {"images": images, "blurred": blurred, "edges": edges(blurred)}


steps = int(sys.argv[1]) if len(sys.argv) > 1 else 600
strength = 0.0
for step in range(steps):
    description = describe(step)
    vertical, horizontal = description["edges"]
    strength += float(tf.reduce_mean(tf.abs(vertical)) + tf.reduce_mean(tf.abs(horizontal)))
print("edge strength %.5f" % (strength / steps))
