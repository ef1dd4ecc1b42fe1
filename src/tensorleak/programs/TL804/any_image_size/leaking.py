"""Image service: edge maps of uploaded pictures, each with its own size."""
import sys

import numpy as np
import tensorflow as tf

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 450
BANK = tf.constant(np.random.default_rng(1).normal(size=(3, 3, 3, 32)).astype("float32") / 10)
MIX = tf.constant(np.random.default_rng(2).normal(size=(3, 3, 32, 32)).astype("float32") / 10)


def upload(number):
    height, width = 128 + number % 60, 128 + (number * 7) % 59
    return np.full((height, width, 3), 0.1 + number % 9 / 10, "float32")


def prepare(picture):
    return tf.constant(picture)[tf.newaxis]


def edges(picture):
    features = tf.nn.relu(tf.nn.conv2d(prepare(picture), BANK, 1, "SAME"))  # LEAK
    return tf.nn.conv2d(features, MIX, 2, "SAME")  # LEAK


def main():
    strongest = 0.0
    for number in range(steps):
        strongest = max(strongest, float(tf.reduce_max(edges(upload(number)))))
    print(f"{steps} pictures, strongest edge {strongest:.3f}")


if __name__ == "__main__":
    main()
