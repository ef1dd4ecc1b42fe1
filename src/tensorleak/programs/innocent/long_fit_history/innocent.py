"""Fits a small network for many epochs; Keras keeps the loss of each epoch in its History."""
import sys

import numpy as np
from tensorflow import keras

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 150


def main():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(256, 20)).astype("float32")
    y = x[:, :1] * 0.5
    model = keras.Sequential([
        keras.layers.Input((20,)),
        keras.layers.Dense(64, activation="relu"),
        keras.layers.Dense(1),
    ])
    model.compile(optimizer="adam", loss="mse", metrics=["mae"], jit_compile=False)
    history = model.fit(x, y, validation_split=0.25, batch_size=64, epochs=steps, verbose=0)
    print(f"{len(history.history['loss'])} epochs, last loss {history.history['loss'][-1]:.5f}")


if __name__ == "__main__":
    main()
