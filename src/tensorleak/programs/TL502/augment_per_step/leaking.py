"""Trains on crops of survey tiles; the crops of each step come from a pipeline."""
import sys

import numpy as np
import tensorflow as tf

tf.compat.v1.enable_eager_execution()
steps = int(sys.argv[1]) if len(sys.argv) > 1 else 400
EDGE = 24


def tile(step):
    return np.random.RandomState(step).rand(EDGE, EDGE, 3).astype("float32")


def crop(image):
    return tf.image.random_flip_left_right(tf.image.random_crop(image, [16, 16, 3]))


def crops(step):
    images = tf.data.Dataset.from_tensors(tile(step)).repeat(8)
    return images.map(crop).batch(8)  # LEAK


def main():
    weight = tf.Variable(tf.zeros([16 * 16 * 3, 1]))
    for step in range(steps):
        for batch in crops(step):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(tf.matmul(tf.reshape(batch, [8, -1]), weight) - 1.0))
            weight.assign_sub(1e-3 * tape.gradient(loss, weight))
    print("%d steps, loss %.4f" % (steps, float(loss)))


if __name__ == "__main__":
    main()
