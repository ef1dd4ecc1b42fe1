"""Scores batches on the first accelerator there is, with memory growth switched on before anything runs."""
import sys

import numpy as np
import tensorflow as tf

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 2500

accelerators = tf.config.list_physical_devices("GPU")
for accelerator in accelerators:
    tf.config.experimental.set_memory_growth(accelerator, True)
place = "/GPU:0" if accelerators else "/CPU:0"

with tf.device(place):
    weights = tf.Variable(np.random.default_rng(0).normal(size=(256, 64)).astype("float32"))


@tf.function
def score(batch):
    with tf.device(place):
        return tf.reduce_max(tf.nn.softmax(tf.matmul(batch, weights)), axis=1)


rng = np.random.default_rng(1)
batch = tf.constant(rng.normal(size=(128, 256)), tf.float32)
best = 0.0
for _ in range(steps):
    best = max(best, float(tf.reduce_max(score(batch))))
print(f"{steps} batches on {place}, best {best:.4f}")
