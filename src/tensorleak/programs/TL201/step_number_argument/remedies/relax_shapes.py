"""Fit a linear projection with a warm-up schedule that depends on the step."""
import sys
import time

import numpy as np
import tensorflow as tf

tf.compat.v1.enable_eager_execution()

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 200
rng = np.random.RandomState(7)
features = rng.normal(size=(4096, 784)).astype("float32")
targets = features.dot(rng.normal(size=(784, 384)).astype("float32"))

weights = tf.Variable(tf.zeros([784, 384]))
bias = tf.Variable(tf.zeros([384]))


@tf.function(experimental_relax_shapes=True)
def train_step(x, y, step):
    rate = 0.2 * tf.minimum(1.0, tf.cast(step + 1, tf.float32) / 50.0)
    error = tf.matmul(x, weights) + bias - y
    weights.assign_sub(rate * tf.matmul(x, error, transpose_a=True) / 512.0)
    bias.assign_sub(rate * tf.reduce_mean(error, axis=0))
    return tf.reduce_mean(tf.square(error))


for step in range(steps):
    time.sleep(0.008)
    start = step * 512 % 4096
    x = tf.constant(features[start:start + 512])
    y = tf.constant(targets[start:start + 512])
    loss = train_step(x, y, step)

print("final loss %.4f" % float(loss))
