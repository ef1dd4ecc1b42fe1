"""Trains on a stream through a shuffle buffer that is full after a third of the run."""
import sys

import numpy as np
import tensorflow as tf

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 600


def windows():
    rng = np.random.default_rng(0)
    for _ in range(steps * 8):
        yield rng.random((64, 128), dtype="float32")


dataset = tf.data.Dataset.from_generator(windows, output_signature=tf.TensorSpec((64, 128), tf.float32))
dataset = dataset.shuffle(1500, seed=3).batch(8)
mean = tf.Variable(0.0)
for batch in dataset:
    mean.assign(0.99 * mean + 0.01 * tf.reduce_mean(batch))
print(f"{steps} batches, running mean {float(mean):.4f}")
