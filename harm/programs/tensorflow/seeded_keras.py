"""A seeded Keras training with shuffling, dropout, batch normalization and validation: results bit for bit.

lanes = ["tf2", "tf215", "tf1"]
"""
import random

import numpy
import tensorflow as tf
from graphs import bits

random.seed(5)
numpy.random.seed(5)
(tf.random.set_seed if hasattr(tf.random, "set_seed") else tf.compat.v1.set_random_seed)(5)
layers = tf.keras.layers
model = tf.keras.Sequential(
    [layers.Dense(16, activation="relu", input_shape=(8,)), layers.BatchNormalization(), layers.Dropout(0.3), layers.Dense(1)]
)
model.compile(optimizer="adam", loss="mse", metrics=["mae"])
x = numpy.random.normal(size=(400, 8)).astype("float32")
y = x.sum(axis=1, keepdims=True)
history = model.fit(x, y, epochs=6, batch_size=8, validation_split=0.1, verbose=0)
print({key: [float(v).hex() for v in values] for key, values in history.history.items()})
print(bits(model.get_weights()), bits([model.predict(x, verbose=0)]), random.random(), numpy.random.random())
