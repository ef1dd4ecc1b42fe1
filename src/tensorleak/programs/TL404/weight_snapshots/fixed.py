"""Trains an autoencoder on sensor frames and reports the drift of its weights."""
import sys

import keras
import numpy as np
from first_and_last import WeightMonitor

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 600
keras.utils.set_random_seed(0)


def frames(count):
    rng = np.random.default_rng(11)
    return rng.random((count, 96), dtype="float32")


def autoencoder():
    inputs = keras.Input((96,))
    code = keras.layers.Dense(64, activation="relu")(inputs)
    model = keras.Model(inputs, keras.layers.Dense(96)(code))
    model.compile(optimizer=keras.optimizers.Adam(1e-3), loss="mse", jit_compile=False)
    return model


monitor = WeightMonitor()
data = frames(16 * 60)
model = autoencoder()
model.fit(data, data, batch_size=16, epochs=max(1, steps // 60), callbacks=[monitor], verbose=0)
print(f"mean drift of the weights: {monitor.drift():.5f}")
