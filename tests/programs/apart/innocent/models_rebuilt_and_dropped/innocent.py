"""Walk-forward forecasting: a fresh model per window, ensemble of the last three."""
import gc
import os
import sys

os.environ["KERAS_BACKEND"] = "tensorflow"

import keras
import numpy as np
import tensorflow as tf
from keras import layers

LOOKBACK = 48


def series(n=6000, seed=1):
    rng = np.random.RandomState(seed)
    t = np.arange(n)
    return (np.sin(t / 17.0) + 0.5 * np.sin(t / 5.3) + 0.1 * rng.randn(n)).astype("float32")


def windows(values, start, count):
    idx = np.arange(start, start + count)[:, None] + np.arange(LOOKBACK + 1)
    block = values[idx]
    return block[:, :-1], block[:, -1:]


def forecaster(seed):
    keras.utils.set_random_seed(seed)
    model = keras.Sequential([
        keras.Input((LOOKBACK,)),
        layers.Reshape((LOOKBACK, 1)),
        layers.Conv1D(32, 5, activation="relu"),
        layers.Conv1D(32, 5, activation="relu"),
        layers.Flatten(),
        layers.Dense(64, activation="relu"),
        layers.Dense(1),
    ])
    return model


def fit(model, x, y, lr=0.01, batch=32):
    for i in range(0, len(x), batch):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x[i:i + batch], training=True) - y[i:i + batch]))
        weights = [v.value for v in model.trainable_variables]
        for w, g in zip(weights, tape.gradient(loss, weights)):
            w.assign_sub(lr * g)


class WalkForward:
    def __init__(self, keep=3):
        self.keep = keep
        self.models = []
        self.errors = []

    def advance(self, values, window):
        start = window * 90
        x, y = windows(values, start, 192)
        model = forecaster(window)
        fit(model, x, y)
        self.models.append(model)
        del self.models[:-self.keep]
        ahead_x, ahead_y = windows(values, start + 192, 32)
        forecast = np.mean([np.asarray(m(ahead_x)) for m in self.models], axis=0)
        self.errors.append(float(np.mean(np.square(forecast - ahead_y))))


def main():
    total = int(sys.argv[1]) if len(sys.argv) > 1 else 45
    values = series()
    job = WalkForward()
    for window in range(total):
        job.advance(values, window % 60)
        if window % 4 == 3:
            keras.backend.clear_session()
            gc.collect()
    print("windows", total, "models", len(job.models), "finite:", bool(np.isfinite(job.errors).all()))


if __name__ == "__main__":
    main()
