"""Loads the model again for each nightly batch; the old one is dropped and waits for the collector."""
import os
import shutil
import sys
import tempfile

import keras
import numpy as np

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 150


def save_model(folder):
    model = keras.Sequential([
        keras.layers.Input((16,)),
        keras.layers.Dense(256, activation="relu"),
        keras.layers.Dense(64, activation="relu"),
        keras.layers.Dense(1),
    ])
    path = os.path.join(folder, "nightly.keras")
    model.save(path)
    return path


folder = tempfile.mkdtemp()
path = save_model(folder)
rng = np.random.default_rng(0)
total = 0.0
for night in range(steps):
    model = keras.models.load_model(path, compile=False)
    total += float(model(rng.random((32, 16), dtype="float32")).numpy().sum())
shutil.rmtree(folder)
print(f"{steps} nights, total {total:.2f}")
