"""Micro-batching scorer: whatever number of requests has come in is scored in one call."""
import sys

import numpy as np
from tensorflow import keras

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 500


class MicroBatcher:
    def __init__(self):
        self.model = keras.Sequential([
            keras.layers.Input((64,)),
            keras.layers.Dense(512, activation="relu"),
            keras.layers.Dense(512, activation="relu"),
            keras.layers.Dense(512, activation="relu"),
            keras.layers.Dense(1),
        ])

    def score(self, requests):
        return self.model.predict_on_batch(requests)  # LEAK


def arrivals():
    order = np.random.default_rng(0).permutation(600) + 1
    for number in range(steps):
        size = int(order[number % len(order)])
        yield np.full((size, 64), 0.1, "float32")


batcher = MicroBatcher()
scored = 0
for requests in arrivals():
    scored += len(batcher.score(requests))
print(f"{steps} batches, {scored} requests scored")
