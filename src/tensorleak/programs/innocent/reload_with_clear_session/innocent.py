"""Compares many saved candidates: load one, score it, clear the Keras state, go on."""
import gc
import os
import shutil
import sys
import tempfile

import numpy as np
from tensorflow import keras

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 40


def save_candidate(folder):
    model = keras.Sequential([
        keras.layers.Input((32,)),
        keras.layers.Dense(400, activation="relu"),
        keras.layers.Dense(400, activation="relu"),
        keras.layers.Dense(1),
    ])
    path = os.path.join(folder, "candidate.keras")
    model.save(path)
    return path


def score_candidate(path, rows):
    model = keras.models.load_model(path)
    return float(model(rows).numpy().mean())


def main():
    folder = tempfile.mkdtemp()
    path = save_candidate(folder)
    rows = np.random.default_rng(1).random((64, 32), dtype="float32")
    scores = []
    for candidate in range(steps):
        scores.append(score_candidate(path, rows))
        keras.backend.clear_session()
        gc.collect()
    shutil.rmtree(folder)
    print(f"{steps} candidates, best {max(scores):.4f}")


if __name__ == "__main__":
    main()
