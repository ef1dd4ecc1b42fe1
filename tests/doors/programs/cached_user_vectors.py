"""Session store with lru_cache(maxsize=None) on a method that returns a tensor; the key contains the visit's number."""
LANES = ("tf2",)
RULE = "TL305"
from functools import lru_cache

import tensorflow as tf


class UserVectors:
    def __init__(self, width):
        self.mixer = tf.random.stateless_normal([32, width], seed=[2, 7])

    @lru_cache(maxsize=None)  # LEAK
    def lookup(self, user, visit):
        clicks = tf.random.stateless_normal([1, 32], seed=[user, visit])
        return tf.nn.l2_normalize(tf.matmul(clicks, self.mixer), axis=-1)


store = UserVectors(width=2048)
catalogue = tf.random.stateless_normal([2048, 50], seed=[9, 9])


def answer(user, visit):
    vector = store.lookup(user, visit)
    return int(tf.argmax(vector @ catalogue, axis=-1)[0])


def round_trip(i):
    return answer(user=i % 20, visit=i)
