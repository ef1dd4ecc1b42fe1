"""Adapts a base model to each region for a few batches and notes the gain."""
import sys

import numpy as np
import tensorflow as tf
from tensorflow import keras


def base_model():
    model = keras.Sequential([
        keras.layers.Dense(32, activation="relu", input_shape=(16,)),
        keras.layers.Dense(32, activation="relu"),
        keras.layers.Dense(1),
    ])
    model.compile(optimizer=keras.optimizers.SGD(0.01), loss="mse")
    return model


def region(rng, rows=3200):
    features = rng.normal(size=(rows, 16)).astype(np.float32)
    prices = features.dot(rng.normal(size=(16, 1))) + rng.normal(scale=0.1, size=(rows, 1))
    return features, prices.astype(np.float32)


class Adaptation(object):
    def __init__(self, model):
        self.model = model
        self.weights = model.get_weights()

    def start(self):
        """A copy of the base model that may be changed."""
        copy = keras.models.clone_model(self.model)  # LEAK
        copy.set_weights(self.weights)
        copy.compile(optimizer=keras.optimizers.SGD(0.01), loss="mse")
        return copy

    def gain(self, features, prices):
        copy = self.start()
        losses = [copy.train_on_batch(features[k:k + 32], prices[k:k + 32]) for k in range(0, len(features), 32)]
        return losses[0] - losses[-1]


def main():
    regions = int(sys.argv[1]) if len(sys.argv) > 1 else 28
    tf.compat.v1.set_random_seed(3)
    rng = np.random.RandomState(18)
    adaptation = Adaptation(base_model())
    gains = [0.0, 0]
    for _ in range(regions):
        gains = [gains[0] + adaptation.gain(*region(rng)), gains[1] + 1]
    print("%d regions, models gained on average: %s" % (gains[1], gains[0] > 0))


if __name__ == "__main__":
    main()
