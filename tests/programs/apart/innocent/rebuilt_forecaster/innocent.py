"""Refits a forecaster from scratch each night, in graph mode."""
import gc
import sys

import numpy as np
import tensorflow as tf

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)
keras = tf.keras


class Nights(object):
    def __init__(self, seed):
        self.rng = np.random.RandomState(seed)

    def sales(self):
        rows = self.rng.normal(size=(64, 14)).astype(np.float32)
        return rows, rows.mean(axis=1, keepdims=True)


class Forecaster(object):
    def __init__(self):
        self.model = None
        self.generation = 0

    def rebuild(self):
        self.model = None
        keras.backend.clear_session()
        gc.collect()
        model = keras.Sequential()
        model.add(keras.layers.Dense(200, activation="relu", input_shape=(14,)))
        model.add(keras.layers.Dense(200, activation="relu"))
        model.add(keras.layers.Dense(1))
        model.compile(optimizer="sgd", loss="mse")
        self.model = model
        self.generation += 1

    def night(self, rows, sold):
        self.rebuild()
        for start in range(0, len(rows), 32):
            loss = self.model.train_on_batch(rows[start:start + 32], sold[start:start + 32])
        return float(loss)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    nights, forecaster = Nights(seed=8), Forecaster()
    losses = np.zeros(7)
    for number in range(rounds):
        losses[number % 7] = forecaster.night(*nights.sales())
    print("nights %d generation %d good %s" % (rounds, forecaster.generation, bool(losses.mean() < 2)))


if __name__ == "__main__":
    main()
