"""Scores images under reproducible noise: every draw has a seed of its own."""
import sys

import numpy as np
import tensorflow as tf


class NoisyScorer:
    """A linear score, averaged over noisy copies of an image."""

    def __init__(self, pixels, copies=4):
        self.weights = tf.constant(np.random.default_rng(1).normal(size=(pixels, 1)), tf.float32)
        self.copies = copies

    def noise(self, shape, seed):
        return tf.random.normal(shape, stddev=0.1, seed=seed)  # LEAK

    def __call__(self, image, first_seed):
        total = 0.0
        for copy in range(self.copies):
            noisy = image + self.noise(image.shape, first_seed + copy)
            total += tf.matmul(noisy, self.weights)
        return total / self.copies


def main(pixels=256):
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
    rng = np.random.default_rng(7)
    scorer = NoisyScorer(pixels)
    mean = 0.0
    for number in range(1, count + 1):
        image = tf.constant(rng.normal(size=(8, pixels)), tf.float32)
        score = float(tf.reduce_mean(scorer(image, number * scorer.copies)))
        mean += (score - mean) / number
    print(f"{count} images, mean score below one: {abs(mean) < 1.0}")


if __name__ == "__main__":
    main()
