"""Ragged, sparse and extension types through functions, datasets and layers.

lanes = ["tf2", "tf215"]
"""
import tensorflow as tf


class Masked(tf.experimental.ExtensionType):
    values: tf.Tensor
    mask: tf.Tensor


@tf.function
def total(x):
    if isinstance(x, tf.RaggedTensor):
        return tf.reduce_sum(x, axis=1)
    if isinstance(x, Masked):
        return tf.boolean_mask(x.values, x.mask)
    return tf.sparse.reduce_sum(x, axis=1)


ragged = tf.ragged.constant([[1, 2], [3], []])
sparse = tf.sparse.from_dense([[0, 1], [2, 0]])
masked = Masked(tf.constant([1, 2, 3]), tf.constant([True, False, True]))
kept = []
for number in range(250):
    kept.append((ragged + number, sparse, masked))
    result = total(ragged), total(sparse), total(masked)
print([r.numpy().tolist() for r in result], total.experimental_get_tracing_count())
print(masked, ragged.to_list(), [x.numpy().tolist() for x in tf.data.Dataset.from_tensor_slices(ragged)])
print(tf.keras.layers.Lambda(lambda x: x * 2)(tf.ones([1, 2])).numpy(), len(kept))
