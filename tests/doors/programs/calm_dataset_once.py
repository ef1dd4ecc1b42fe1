"""Training epochs over a dataset with a numpy_function that is built once and iterated again in every round."""
LANES = ("tf2",)
RULE = ""
import numpy as np
import tensorflow as tf

table = np.random.RandomState(0).rand(96, 12).astype(np.float32)


def jitter(row):
    return (row * 1.01).astype(np.float32)


dataset = (
    tf.data.Dataset.from_tensor_slices(table)
    .map(lambda row: tf.ensure_shape(tf.numpy_function(jitter, [row], tf.float32), [12]))
    .batch(32)
)
weights = tf.Variable(tf.ones([12]))


def round_trip(epoch):
    total = 0.0
    for batch in dataset:
        total += float(tf.reduce_sum(tf.linalg.matvec(batch, weights)))
    weights.assign(weights * 0.999)
    return total
