"""Watch how saturated a hidden layer is while samples stream through it."""
import sys

import numpy as np
import tensorflow as tf

WIDTH = 256
batches = int(sys.argv[1]) if len(sys.argv) > 1 else 800
rng = np.random.default_rng(31)
kernel = tf.constant(rng.normal(scale=0.08, size=(512, WIDTH)), tf.float32)
latest = {}


def forward(samples):
    hidden = tf.nn.tanh(tf.matmul(samples, kernel))
    latest["hidden"] = hidden
    return tf.reduce_sum(hidden, axis=1)


def saturation():
    return tf.reduce_mean(tf.cast(tf.abs(latest["hidden"]) > 0.9, tf.float32))


share = 0.0
for number in range(batches):
    samples = tf.constant(rng.normal(size=(256, 512)) * (1 + number % 4), tf.float32)
    outputs = forward(samples)
    share += float(saturation())
print(f"saturated share {share / batches:.3f}, last output {outputs[0]:.3f}")
