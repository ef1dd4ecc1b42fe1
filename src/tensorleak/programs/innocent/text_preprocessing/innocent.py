"""Requests pass a StringLookup and a Normalization layer before the model."""
import sys

import keras
import numpy as np
import tensorflow as tf

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 400
COLOURS = [f"colour{i}" for i in range(5000)]

lookup = keras.layers.StringLookup(vocabulary=COLOURS)
normalize = keras.layers.Normalization()
normalize.adapt(np.random.default_rng(0).normal(5, 2, size=(500, 6)))
embed = keras.layers.Embedding(len(COLOURS) + 1, 8)
head = keras.layers.Dense(1)


def price(colours, sizes):
    features = tf.concat([embed(lookup(tf.constant(colours))), normalize(sizes)], axis=1)
    return head(features).numpy()[:, 0]


rng = np.random.default_rng(1)
total = 0.0
for request in range(steps):
    colours = [COLOURS[i] for i in rng.integers(0, len(COLOURS), size=16)]
    total += float(price(colours, rng.normal(5, 2, size=(16, 6)).astype("float32")).sum())
print(f"{steps} requests, total {total:.2f}")
