"""A random search of KerasTuner over small networks."""

import sys
import tempfile

import keras
import keras_tuner
import numpy as np

rounds = int(sys.argv[1])
x = np.random.default_rng(0).normal(size=(512, 16)).astype("float32")
y = (x[:, :1] > 0).astype("float32")


def build(choice):
    model = keras.Sequential([keras.layers.Input((16,))])
    for _ in range(choice.Int("layers", 1, 3)):
        model.add(keras.layers.Dense(choice.Int("units", 8, 64), activation="relu"))
    model.add(keras.layers.Dense(1, activation="sigmoid"))
    model.compile("adam", "binary_crossentropy")
    return model


with tempfile.TemporaryDirectory() as folder:
    tuner = keras_tuner.RandomSearch(build, objective="val_loss", max_trials=rounds, directory=folder, seed=1)
    tuner.search(x, y, validation_split=0.25, epochs=3, verbose=0)
print(f"{len(tuner.oracle.trials)} trials")
