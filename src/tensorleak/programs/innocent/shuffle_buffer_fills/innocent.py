"""Trains on a stream through a shuffle buffer that is full before the first batch comes out."""
import sys

import tensorflow as tf

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 1500


def window(index):
    return tf.random.stateless_uniform((64, 128), tf.stack([tf.cast(index, tf.int32), 5]))


dataset = tf.data.Dataset.range(steps * 8).map(window)
dataset = dataset.shuffle(1500, seed=3).batch(8)
mean = tf.Variable(0.0)
for batch in dataset:
    mean.assign(0.99 * mean + 0.01 * tf.reduce_mean(batch))
print(f"{steps} batches, running mean {float(mean):.4f}")
