"""Learning-rate search; each trial starts from an empty Keras session (TF 1.x)."""
import gc
import sys

import numpy as np
import tensorflow as tf
from tensorflow import keras


def trial(lr, x, y):
    keras.backend.clear_session()
    gc.collect()
    tf.compat.v1.set_random_seed(0)
    model = keras.Sequential([
        keras.layers.Dense(256, activation="relu", input_shape=(64,)),
        keras.layers.Dense(256, activation="relu"),
        keras.layers.Dense(1),
    ])
    model.compile(keras.optimizers.SGD(lr), "mse")
    return model.fit(x, y, epochs=2, batch_size=64, verbose=0).history["loss"][-1]


def main():
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    rng = np.random.RandomState(0)
    x = rng.normal(size=(128, 64)).astype("float32")
    y = x[:, :1]
    scores = {}
    for t in range(trials):
        lr = 10.0 ** -(1 + 3.0 * t / trials)
        scores[lr] = trial(lr, x, y)
    best = min(scores, key=scores.get)
    print("best lr %.5f loss %.4f" % (best, scores[best]))


if __name__ == "__main__":
    main()
