"""Serving registry that swaps in a fresh Keras model per publish and keeps each old version under its number."""
LANES = ("tf2",)
RULE = "TL405"
import numpy as np
import tensorflow as tf
from tensorflow import keras


class Registry:
    def __init__(self):
        self.versions = {}
        self.live = None

    def publish(self, version, weights):
        model = keras.Sequential([keras.Input((16,)), keras.layers.Dense(64)])
        model.set_weights(weights)
        self.versions[version] = model  # LEAK
        self.live = version

    def score(self, rows):
        return self.versions[self.live](rows)


registry = Registry()
rng = np.random.RandomState(30)


def round_trip(i):
    registry.publish(i, [rng.randn(16, 64), rng.randn(64)])
    return float(tf.reduce_mean(registry.score(tf.ones((2, 16)))))
