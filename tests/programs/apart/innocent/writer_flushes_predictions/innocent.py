"""Offline scoring job: chunks of predictions are flushed to .npy parts."""
import os
import shutil
import sys
import tempfile

os.environ["KERAS_BACKEND"] = "tensorflow"

import keras
import numpy as np
from keras import layers


class PartWriter:
    def __init__(self, folder, every=16):
        self.folder = folder
        self.every = every
        self.rows = []
        self.parts = 0
        self.total = 0

    def add(self, rows):
        self.rows.append(rows)
        if len(self.rows) >= self.every:
            self.flush()

    def flush(self):
        if not self.rows:
            return
        block = np.concatenate(self.rows)
        # keep only a few parts on disk: this is a rehearsal
        np.save(os.path.join(self.folder, "part-%02d.npy" % (self.parts % 4)), block)
        self.total += len(block)
        self.parts += 1
        self.rows.clear()

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.flush()
        return False


def autoencoder():
    keras.utils.set_random_seed(4)
    return keras.Sequential([
        keras.Input((64, 64, 3)),
        layers.Conv2D(48, 3, strides=2, padding="same", activation="relu"),
        layers.Conv2D(64, 3, strides=2, padding="same", activation="relu"),
        layers.Conv2DTranspose(48, 3, strides=2, padding="same", activation="relu"),
        layers.Conv2DTranspose(3, 3, strides=2, padding="same"),
    ])


def images(n, batch=16, seed=2):
    rng = np.random.RandomState(seed)
    for _ in range(n):
        yield rng.rand(batch, 64, 64, 3).astype("float32")


def main():
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 800
    model = autoencoder()
    folder = tempfile.mkdtemp(prefix="scores")
    try:
        with PartWriter(folder) as writer:
            for x in images(n):
                writer.add(model.predict_on_batch(x))
        print("rows", writer.total, "parts", writer.parts, "files", len(os.listdir(folder)))
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
