"""Calls model.predict on one sample at a time."""
import sys

import keras
import numpy as np

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 150

model = keras.Sequential([
    keras.layers.Input((32,)),
    keras.layers.Dense(256, activation="relu"),
    keras.layers.Dense(1),
])
rng = np.random.default_rng(0)
positives = 0
for sample in range(steps):
    positives += int(model.predict(rng.normal(size=(1, 32)).astype("float32"), verbose=0)[0, 0] > 0)
print(f"{positives} of {steps} samples are positive")
