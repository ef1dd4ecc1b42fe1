"""Prediction handler of a pricing service; the model file sits on a shared disk."""
import os
import shutil
import sys
import tempfile

import numpy as np
from tensorflow import keras


def train_model(path):
    hidden = keras.layers.Dense(32, activation="tanh", input_shape=(12,))
    model = keras.Sequential([hidden, keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    model.save(path)
    keras.backend.clear_session()


class PriceHandler:
    def __init__(self, path):
        self.model = keras.models.load_model(path)

    def predict(self, features):
        return float(self.model.predict(features).mean())


def main():
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    rng = np.random.RandomState(81)
    directory = tempfile.mkdtemp(prefix="prices-")
    try:
        path = os.path.join(directory, "model.h5")
        train_model(path)
        handler = PriceHandler(path)
        answered = 0
        for _ in range(requests):
            price = handler.predict(rng.normal(size=(4000, 12)).astype(np.float32))
            answered += int(np.isfinite(price))
    finally:
        shutil.rmtree(directory)
    print("%d of %d requests answered" % (answered, requests))


if __name__ == "__main__":
    main()
