"""Robustness check: run a noisy layer many times and look at the spread of its output."""
import sys

import numpy as np
import tensorflow as tf


class NoisyDense(tf.Module):
    """A dense layer with additive noise."""

    def __init__(self, inputs, outputs, scale):
        super().__init__()
        kernel = np.random.default_rng(3).normal(size=(inputs, outputs)) / inputs ** 0.5
        self.kernel = tf.Variable(kernel, dtype=tf.float32)
        self.scale = scale

    def __call__(self, x):
        noise = tf.random.normal(tf.shape(x), stddev=self.scale)
        return tf.nn.relu(tf.matmul(x + noise, self.kernel))


def main():
    passes = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    layer = NoisyDense(512, 256, scale=0.1)
    x = tf.constant(np.random.default_rng(4).normal(size=(512, 512)), tf.float32)
    total, squares = tf.zeros([512, 256]), tf.zeros([512, 256])
    for _ in range(passes):
        y = layer(x)
        total, squares = total + y, squares + tf.square(y)
    variance = squares / passes - tf.square(total / passes)
    print("output varies: %s" % bool(tf.reduce_mean(variance) > 1e-4))


if __name__ == "__main__":
    main()
