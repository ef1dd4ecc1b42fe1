"""Several epochs over a small decoded set that is cached in memory during the first one."""
import sys

import tensorflow as tf

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 6000
IMAGES = 500


def decode(index):
    return tf.random.stateless_uniform((96, 96, 3), tf.stack([tf.cast(index, tf.int32), 1]))


def batches():
    return tf.data.Dataset.range(IMAGES).map(decode).cache().repeat().batch(2)


@tf.function
def brightness(batch):
    return tf.reduce_mean(tf.image.adjust_contrast(batch, 1.2))


total = 0.0
for step, batch in zip(range(steps), batches()):
    total += float(brightness(batch))
print(f"{steps} steps, mean brightness {total / steps:.4f}")
