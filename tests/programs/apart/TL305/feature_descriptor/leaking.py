"""Recommender refresh: item features are computed once per item object by a descriptor."""
import sys
import time

import numpy as np
import tensorflow as tf

projection = tf.random.stateless_normal([64, 8000], [4, 4])


class computed:
    """Like functools.cached_property, for classes with __slots__."""

    def __init__(self, function):
        self.function = function
        self.values = {}

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        key = (instance.number, instance.version)
        if key not in self.values:
            self.values[key] = self.function(instance)  # LEAK
        return self.values[key]


class Item:
    __slots__ = ("number", "version", "text")

    def __init__(self, number, version, text):
        self.number = number
        self.version = version
        self.text = text

    @computed
    def features(self):
        return tf.nn.relu(tf.linalg.matvec(projection, tf.constant(self.text, tf.float32), transpose_a=True))

    @computed
    def length(self):
        return len(self.text)


def refresh(items, rng, version):
    for number in range(4):
        items[number] = Item(number, version, rng.normal(size=64))
    profile = tf.add_n([item.features for item in items.values()])
    scores = {n: float(tf.tensordot(profile, item.features, 1)) for n, item in items.items()}
    assert all(item.length == 64 for item in items.values())
    return max(scores, key=scores.get)


def main(rounds):
    rng = np.random.default_rng(3)
    items = {n: Item(n, 0, rng.normal(size=64)) for n in range(8)}
    wins = [0] * 8
    for version in range(1, rounds + 1):
        wins[refresh(items, rng, version)] += 1
        time.sleep(0.015)
        if version % 100 == 1:
            print("refresh", version, "wins", wins)
    print("final", wins)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 420)
