"""Image similarity service with its own cache of embeddings, least recently used first out."""
import sys
import time
from collections import OrderedDict

import numpy as np
import tensorflow as tf


class Embeddings(OrderedDict):
    def __init__(self, limit):
        super().__init__()
        self.limit = limit
        self.hits = self.misses = 0

    def lookup(self, key, make):
        if key in self:
            self.hits += 1
            self.move_to_end(key)
        else:
            self.misses += 1
            self[key] = make(key)
        return self[key]

    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        if len(self) > self.limit:
            self.popitem(last=False)


kernel = tf.random.stateless_normal([5, 5, 3, 16], [1, 1])


def picture(number):
    rng = np.random.default_rng(number)
    return tf.constant(rng.uniform(size=[1, 48, 48, 3]), tf.float32)


def embed(number):
    response = tf.nn.relu(tf.nn.conv2d(picture(number), kernel, 2, "SAME"))
    return tf.nn.l2_normalize(tf.reshape(response, [-1]), 0)


def main():
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 700
    rng = np.random.default_rng(4)
    cache = Embeddings(limit=40)
    history = []
    for number in range(requests):
        left, right = (int(n) for n in rng.zipf(1.3, 2) % 5000)
        similarity = tf.tensordot(cache.lookup(left, embed), cache.lookup(right, embed), 1)
        history.append(round(float(similarity), 4))
        time.sleep(0.01)
        if number % 150 == 0:
            print("request", number, "hits", cache.hits, "misses", cache.misses, "cached", len(cache))
    print("mean similarity %.3f" % (sum(history) / len(history)))


if __name__ == "__main__":
    main()
