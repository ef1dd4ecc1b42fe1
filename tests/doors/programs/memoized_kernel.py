"""A home-made memoize decorator on a function that returns a tensor, called with a bandwidth that never repeats."""
LANES = ("tf2",)
RULE = "TL305"
import functools
import math

import tensorflow as tf


def memoize(fn):
    table = {}

    @functools.wraps(fn)
    def wrapper(*key):
        if key not in table:
            table[key] = fn(*key)  # LEAK
        return table[key]

    return wrapper


@memoize
def gaussian_kernel(size, bandwidth):
    grid = tf.range(size, dtype=tf.float32)
    distance = tf.square(grid[:, None] - grid[None, :])
    return tf.exp(-distance / (2.0 * bandwidth ** 2))


signal = tf.random.stateless_normal([48], seed=[6, 6])


def round_trip(i):
    bandwidth = 1.0 + 0.5 * math.sin(i) + i * 1e-4
    return float(tf.reduce_sum(tf.linalg.matvec(gaussian_kernel(48, bandwidth), signal)))
