"""Embeds a corpus batch by batch and writes the vectors into a file mapped into memory."""
import os
import shutil
import sys
import tempfile

import keras
import numpy as np

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 500
BATCH, WIDTH = 32, 64


def encoder():
    return keras.Sequential([
        keras.layers.Input((100,)),
        keras.layers.Dense(128, activation="relu"),
        keras.layers.Dense(WIDTH),
    ])


def main():
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "vectors.bin")
    np.memmap(path, "float32", "w+", shape=(steps * BATCH, WIDTH)).flush()
    model = encoder()
    rng = np.random.default_rng(0)
    for batch in range(steps):
        vectors = np.memmap(path, "float32", "r+", shape=(steps * BATCH, WIDTH))
        rows = rng.random((BATCH, 100), dtype="float32")
        vectors[batch * BATCH:(batch + 1) * BATCH] = model(rows).numpy()
    size = os.path.getsize(path)
    shutil.rmtree(folder)
    print(f"{steps * BATCH} vectors, {size / 1e6:.1f} MB on disk")


if __name__ == "__main__":
    main()
