"""Scoring service that picks up a new model version whenever the trainer publishes one."""
import gc
import os
import shutil
import sys
import tempfile

import numpy as np
from tensorflow import keras

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 150
keras.utils.set_random_seed(0)


def build():
    return keras.Sequential([
        keras.layers.Input((40,)),
        keras.layers.Dense(300, activation="relu"),
        keras.layers.Dense(300, activation="relu"),
        keras.layers.Dense(1),
    ])


def publish(folder):
    model = build()
    path = os.path.join(folder, "current.weights.h5")
    model.save_weights(path)
    return path


class ScoringService:
    def __init__(self, path):
        self.path = path
        self.model = build()
        self.version = 0

    def reload(self):
        self.version += 1
        self.model.load_weights(self.path)
        if self.version % 10 == 0:
            gc.collect()

    def score(self, rows):
        return self.model(rows).numpy()


def main():
    folder = tempfile.mkdtemp()
    service = ScoringService(publish(folder))
    rows = np.random.default_rng(0).random((8, 40), dtype="float32")
    total = 0.0
    for release in range(steps):
        service.reload()
        total += float(service.score(rows).mean())
    shutil.rmtree(folder)
    print(f"version {service.version}, mean score {total / steps:.4f}")


if __name__ == "__main__":
    main()
