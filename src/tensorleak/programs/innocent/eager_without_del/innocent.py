"""Standardise batches of measurements in plain eager code."""
import sys

import numpy as np
import tensorflow as tf

tf.compat.v1.enable_eager_execution()

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 600
rng = np.random.RandomState(1)
spread = 0.0
for step in range(steps):
    batch = tf.constant(rng.normal(size=(500, 400)), tf.float32)
    mean = tf.reduce_mean(batch, axis=0)
    centred = batch - mean
    covariance = tf.matmul(centred, centred, transpose_a=True) / 500.0
    whitened = centred / tf.sqrt(tf.linalg.diag_part(covariance) + 1e-6)
    spread += float(tf.reduce_mean(tf.abs(whitened)))
print("mean spread %.5f" % (spread / steps))
