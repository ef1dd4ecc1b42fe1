"""Trains a segmentation head on patches that are cut out of one volume after another."""
import sys
import time

import numpy as np
import tensorflow as tf

PATCH = 16
SPEC = tf.TensorSpec([PATCH, PATCH], tf.float32)
kernel = tf.Variable(tf.random.stateless_normal([PATCH * PATCH, 8], [1, 1]) * 0.05)


class Volume:
    """A scan and a way to cut patches out of it."""

    def __init__(self, number, size=40):
        rng = np.random.default_rng(number)
        self.number = number
        self.voxels = rng.normal(size=[size, size, size]).astype(np.float32)
        self.rng = rng

    def patches(self, count=8):
        for _ in range(count):
            z, y, x = self.rng.integers(0, self.voxels.shape[0] - PATCH, 3)
            yield self.voxels[z, y : y + PATCH, x : x + PATCH]


current = []


def pipeline():
    patches = tf.data.Dataset.from_generator(lambda: current[0].patches(), output_signature=SPEC)
    return patches.batch(4).prefetch(1)


batches = pipeline()


@tf.function(input_signature=[tf.TensorSpec([None, PATCH, PATCH])])
def step(batch):
    flat = tf.reshape(batch, [-1, PATCH * PATCH])
    with tf.GradientTape() as tape:
        code = tf.matmul(flat, kernel)
        loss = tf.reduce_mean(tf.square(flat - tf.matmul(code, kernel, transpose_b=True)))
    kernel.assign_sub(0.01 * tape.gradient(loss, kernel))
    return loss


def train(volume):
    current[:] = [volume]
    losses = [float(step(batch)) for batch in batches]
    return sum(losses) / len(losses)


def main():
    volumes = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    smooth = None
    for number in range(volumes):
        loss = train(Volume(number))
        smooth = loss if smooth is None else 0.9 * smooth + 0.1 * loss
        time.sleep(0.02)
        if number % 30 == 0:
            print("volume", number, "loss %.4f" % smooth)
    print("trained on", volumes, "volumes")


if __name__ == "__main__":
    main()
