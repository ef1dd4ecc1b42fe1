"""Walk-forward evaluation of a demand forecaster, refitted each week."""
import gc
import sys

import numpy as np
import tensorflow as tf

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)
keras = tf.keras

HISTORY = 28


class DemandSeries(object):
    def __init__(self, stores, weeks, seed):
        rng = np.random.RandomState(seed)
        days = np.arange(weeks * 7 + 2 * HISTORY)
        season = np.sin(days * 2 * np.pi / 7.0)
        trend = rng.uniform(0, 0.01, size=(stores, 1)) * days
        self.values = (season + trend + rng.normal(scale=0.1, size=trend.shape)).astype(np.float32)

    def windows(self, end):
        block = self.values[:, end - HISTORY - 7:end]
        inputs = np.concatenate([block[:, i:i + HISTORY] for i in range(7)])
        targets = np.concatenate([block[:, i + HISTORY:i + HISTORY + 1] for i in range(7)])
        return inputs, targets


def build_forecaster(width):
    model = keras.Sequential([
        keras.layers.Dense(width, activation="relu", input_shape=(HISTORY,)),
        keras.layers.Dense(width, activation="relu"),
        keras.layers.Dense(1),
    ])
    model.compile(optimizer="sgd", loss="mse")
    return model


class WalkForward(object):
    def __init__(self, series, width=320):
        self.series = series
        self.width = width
        self.errors = []

    def step(self, week):
        end = 2 * HISTORY + 7 * week
        inputs, targets = self.series.windows(end)
        keras.backend.clear_session()
        gc.collect()
        model = build_forecaster(self.width)
        model.fit(inputs, targets, epochs=1, batch_size=32, verbose=0)
        ahead, truth = self.series.windows(end + 7)
        error = float(np.mean(np.abs(model.predict(ahead) - truth)))
        self.errors.append(error)
        return error


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 32
    np.random.seed(1)
    evaluation = WalkForward(DemandSeries(stores=20, weeks=rounds + 4, seed=2))
    for week in range(1, rounds + 1):
        evaluation.step(week)
    good = np.mean(np.array(evaluation.errors) < 2.0)
    print("weeks %d, share of usable forecasts %.2f" % (len(evaluation.errors), good))


if __name__ == "__main__":
    main()
