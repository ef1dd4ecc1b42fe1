"""Repeated cross-validation of a Keras classifier on TensorFlow 1."""
import gc
import sys

import numpy as np
import tensorflow as tf

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 30
FOLDS = 5


def dataset():
    rng = np.random.RandomState(1)
    x = rng.normal(size=(100, 64)).astype("float32")
    y = (x[:, 0] * x[:, 1] > 0).astype("float32")
    return x, y


def make_classifier():
    model = tf.keras.Sequential([
        tf.keras.layers.Dense(256, activation="relu", input_shape=(64,)),
        tf.keras.layers.Dense(1, activation="sigmoid"),
    ])
    model.compile(optimizer="sgd", loss="binary_crossentropy")
    return model


def evaluate_fold(x, y, fold):
    tf.keras.backend.clear_session()
    gc.collect()
    held_out = np.arange(len(x)) % FOLDS == fold
    model = make_classifier()
    model.train_on_batch(x[~held_out], y[~held_out])
    return np.mean((model.predict_on_batch(x[held_out])[:, 0] > 0.5) == y[held_out])


def main():
    x, y = dataset()
    total = 0.0
    for repeat in range(steps):
        total += evaluate_fold(x, y, repeat % FOLDS)
    print("mean accuracy over %d folds: %.3f" % (steps, total / steps))


if __name__ == "__main__":
    main()
