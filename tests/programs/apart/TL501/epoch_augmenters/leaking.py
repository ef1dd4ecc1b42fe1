"""Elastic augmentation: a new displacement field for each epoch, applied in the input pipeline."""
import sys

import numpy as np
import tensorflow as tf

SIDE = 224


class Elastic:
    """A fixed displacement field, applied to images of one epoch."""

    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        shift = rng.integers(-6, 7, size=(2, SIDE, SIDE))
        rows, cols = np.mgrid[0:SIDE, 0:SIDE]
        self.rows = np.clip(rows + shift[0], 0, SIDE - 1)
        self.cols = np.clip(cols + shift[1], 0, SIDE - 1)

    def warp(self, image):
        return image[self.rows, self.cols]


class Pipeline:
    def __init__(self, images):
        self.base = tf.data.Dataset.from_tensor_slices(images)

    def epoch(self, elastic):
        def augment(image):
            warped = tf.numpy_function(elastic.warp, [image], tf.float32)  # LEAK
            warped.set_shape((SIDE, SIDE))
            return warped

        return self.base.map(augment).batch(4)


class Denoiser:
    def __init__(self):
        self.kernel = tf.Variable(tf.random.stateless_normal((7, 7, 1, 1), seed=(1, 1)) * 0.02)

    def train(self, clean, noisy):
        with tf.GradientTape() as tape:
            guess = tf.nn.conv2d(noisy[..., tf.newaxis], self.kernel, 1, "SAME")[..., 0]
            loss = tf.reduce_mean(tf.square(guess - clean))
        self.kernel.assign_sub(0.01 * tape.gradient(loss, self.kernel))
        return float(loss)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    images = np.random.default_rng(0).random((8, SIDE, SIDE), dtype=np.float32)
    pipeline, model, loss = Pipeline(images), Denoiser(), 0.0
    for epoch in range(rounds):
        dataset = pipeline.epoch(Elastic(epoch))
        for batch in dataset:
            noisy = batch + 0.1 * tf.random.stateless_normal(tf.shape(batch), seed=(epoch, 2))
            loss = model.train(batch, noisy)
    print("loss %.5f after %d epochs" % (loss, rounds))


if __name__ == "__main__":
    main()
