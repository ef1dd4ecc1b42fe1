"""Scores requests that come in six different batch sizes."""
import sys

import numpy as np
from tensorflow import keras

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 2500
SIZES = (1, 2, 5, 16, 33, 64)


class Scorer:
    def __init__(self):
        self.model = keras.Sequential([
            keras.layers.Input((48,)),
            keras.layers.Dense(512, activation="relu"),
            keras.layers.Dense(512, activation="relu"),
            keras.layers.Dense(1),
        ])

    def score(self, rows):
        return self.model.predict_on_batch(rows)


def main():
    scorer = Scorer()
    rng = np.random.default_rng(0)
    done = 0
    for request in range(steps):
        rows = rng.random((SIZES[request % len(SIZES)], 48), dtype="float32")
        done += len(scorer.score(rows))
    print(f"{steps} requests, {done} rows scored")


if __name__ == "__main__":
    main()
