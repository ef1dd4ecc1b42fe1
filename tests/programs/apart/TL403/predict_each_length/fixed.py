"""Score clips one by one with model.predict."""
import sys

import numpy as np
import keras


def clips(n):
    rng = np.random.default_rng(0)
    for k in range(n):
        yield rng.normal(size=(1, 20 + k, 4)).astype("float32")


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    keras.utils.set_random_seed(0)
    model = keras.Sequential([
        keras.layers.Input((None, 4)),
        keras.layers.Conv1D(16, 5, activation="relu"),
        keras.layers.GlobalAveragePooling1D(),
        keras.layers.Dense(3, activation="softmax"),
    ])
    votes = np.zeros(3)
    for clip in clips(count):
        votes += np.asarray(model(clip, training=False))[0]
    print("votes", votes.round(2))


if __name__ == "__main__":
    main()
