"""Filter bank service: kernels are computed on demand and the newest are cached."""
import functools
import sys

import numpy as np
import tensorflow as tf


@functools.lru_cache(maxsize=64)
def gabor(angle):
    grid = np.linspace(-3.0, 3.0, 101)
    x, y = np.meshgrid(grid, grid)
    radians = np.deg2rad(angle / 10.0)
    wave = np.cos(4.0 * (x * np.cos(radians) + y * np.sin(radians)))
    return tf.constant(np.exp(-(x ** 2 + y ** 2)) * wave, tf.float32)


def response(image, angle):
    return tf.reduce_sum(image * gabor(angle))


def main():
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    rng = np.random.default_rng(12)
    image = tf.constant(rng.normal(size=(101, 101)), tf.float32)
    best = max(float(response(image, number * 7 % 3601)) for number in range(requests))
    print("best response %.4f" % best)


if __name__ == "__main__":
    main()
