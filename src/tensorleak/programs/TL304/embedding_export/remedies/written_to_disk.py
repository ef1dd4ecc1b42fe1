"""Embed a catalogue of items batch by batch and report the norms of the newest batch."""
import sys
import tempfile

import numpy as np
import tensorflow as tf

tf.compat.v1.enable_eager_execution()

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 500
rng = np.random.RandomState(91)
first = tf.constant(rng.normal(scale=0.1, size=(300, 256)), tf.float32)
second = tf.constant(rng.normal(scale=0.1, size=(256, 64)), tf.float32)


def embed(items):
    hidden = tf.nn.relu(tf.matmul(tf.constant(items, tf.float32), first))
    return tf.nn.l2_normalize(tf.matmul(hidden, second), axis=1).numpy()


archive = tempfile.TemporaryFile()
centre = np.zeros(64)
for step in range(steps):
    items = rng.normal(size=(512, 300))
    embeddings = embed(items)
    archive.write(embeddings.tobytes())
    centre += embeddings.mean(axis=0)

print("batches %d, centre norm %.5f" % (steps, np.linalg.norm(centre / steps)))
