"""Image pipeline in stages; a decorator records what the stages give, so that they can be looked at."""
import functools
import sys

import numpy as np
import tensorflow as tf


def recorded(function):
    """Lets the caller look at the results of a stage."""

    @functools.wraps(function)
    def stage(*arguments):
        result = function(*arguments)
        stage.results[:] = [result]
        return result

    stage.results = []
    return stage


def blur_kernel(width):
    line = np.hanning(width)
    return tf.constant(np.outer(line, line)[..., None, None] / np.outer(line, line).sum(), tf.float32)


SMALL, LARGE = blur_kernel(7), blur_kernel(19)


def blurred(image, kernel):
    return tf.nn.conv2d(image[None, ..., None], kernel, 1, "SAME")[0, ..., 0]


def sharpen(image):
    return image + 0.8 * (blurred(image, SMALL) - blurred(image, LARGE))


@recorded
def segment(image):
    return tf.cast(sharpen(image) > tf.reduce_mean(image), tf.float32) * image


def count_bright(image):
    return int(tf.reduce_sum(tf.cast(segment(image) > 0.9, tf.int32)))


def main():
    images = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
    rng = np.random.default_rng(681)
    bright = 0
    for _ in range(images):
        bright += count_bright(tf.constant(rng.random((120, 120), dtype=np.float32)))
    print(f"{bright} bright pixels, last segment {segment.results[-1].shape}")


if __name__ == "__main__":
    main()
