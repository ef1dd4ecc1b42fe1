"""Sequence tagger that pads each batch to its own longest sentence and drops empty ones: batch size and length keep changing."""
LANES = ("tf2",)
RULE = "TL202"
import itertools

import numpy as np
import tensorflow as tf


class Tagger(tf.Module):
    def __init__(self, vocabulary=400, tags=7):
        super().__init__(name="tagger")
        init = np.random.RandomState(2).normal(scale=0.1, size=(vocabulary, tags))
        self.emissions = tf.Variable(init, dtype=tf.float32)

    @tf.function
    def __call__(self, ids):
        present = tf.cast(ids > 0, tf.float32)
        scores = tf.nn.embedding_lookup(self.emissions, ids)
        return tf.argmax(scores, axis=-1), tf.reduce_sum(present)


def padded(sentences):
    longest = max(len(s) for s in sentences)
    out = np.zeros((len(sentences), longest), np.int32)
    for row, sentence in enumerate(sentences):
        out[row, :len(sentence)] = sentence
    return out


def corpus():
    rng = np.random.RandomState(8)
    for n in itertools.count():
        rows = 4 + n % 29
        longest = 5 + n // 29 * 3 + n % 3
        yield [rng.randint(1, 400, size=max(1, longest - r)) for r in range(rows)]


tagger = Tagger()
batches = corpus()


def round_trip(i):
    ids = tf.constant(padded(next(batches)))
    tags, n_words = tagger(ids)  # LEAK
    return int(n_words)
