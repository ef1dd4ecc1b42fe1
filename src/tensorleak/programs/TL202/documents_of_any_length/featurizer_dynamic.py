"""Pooled embeddings of token lists."""
import numpy as np
import tensorflow as tf


class Featurizer:
    """Turns lists of token ids into fixed-width vectors."""

    def __init__(self, vocabulary, width):
        table = np.random.default_rng(0).normal(size=(vocabulary, width))
        self.table = tf.Variable(table, dtype=tf.float32, trainable=False)
        self.mix = tf.Variable(np.eye(width), dtype=tf.float32, trainable=False)
        self._pool = tf.function(self._pool_tokens, input_signature=[tf.TensorSpec([None, None], tf.int32)])

    def _pool_tokens(self, tokens):
        mask = tf.cast(tokens > 0, tf.float32)[..., tf.newaxis]
        vectors = tf.gather(self.table, tokens) * mask
        mean = tf.reduce_sum(vectors, axis=1) / tf.reduce_sum(mask, axis=1)
        return tf.nn.l2_normalize(tf.matmul(mean, self.mix), axis=-1)

    def transform(self, batch):
        longest = max(len(tokens) for tokens in batch)
        padded = np.zeros((len(batch), longest), np.int32)
        for row, tokens in zip(padded, batch):
            row[:len(tokens)] = tokens
        return self._pool(tf.constant(padded)).numpy()
