"""Text encoder behind lru_cache(maxsize=32) that is asked for ever new texts: old tensors fall out of the cache."""
LANES = ("tf2",)
RULE = ""
import functools

import tensorflow as tf

table = tf.random.stateless_normal([128, 1024], seed=[3, 3])


@functools.lru_cache(maxsize=32)
def encode(text):
    codes = tf.constant([ord(c) % 128 for c in text])
    return tf.reduce_mean(tf.gather(table, codes), axis=0)


def similarity(a, b):
    return float(tf.tensordot(encode(a), encode(b), 1))


def round_trip(i):
    return similarity("comment number %06d" % i, "the pinned comment")
