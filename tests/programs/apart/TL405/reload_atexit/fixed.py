"""Demand forecast server that swaps in a retrained model after each day."""
import atexit
import gc
import sys

import keras
import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 200


class Forecaster:
    def __init__(self, version, horizon=7):
        self.version = version
        self.open = True
        self.served = 0
        self.net = keras.Sequential(
            [
                keras.Input((90,)),
                keras.layers.Dense(320, activation="relu"),
                keras.layers.Dense(320, activation="relu"),
                keras.layers.Dense(horizon),
            ]
        )

    def fit_head(self, x, y):
        body = x
        for layer in self.net.layers[:-1]:
            body = layer(body)
        solution = tf.linalg.lstsq(body, y, l2_regularizer=5.0)
        self.net.layers[-1].kernel.assign(solution)

    def __call__(self, x):
        self.served += 1
        return self.net(x)

    def close(self):
        self.open = False


class Server:
    def __init__(self):
        self.current = None

    def swap(self, fresh):
        if self.current is not None:
            self.current.close()
            atexit.unregister(self.current.close)
        self.current = fresh
        atexit.register(fresh.close)

    def answer(self, x):
        return self.current(x)


def main():
    rng = np.random.default_rng(30)
    server = Server()
    for day in range(ROUNDS):
        history = tf.constant(rng.normal(size=(400, 90)).astype("float32"))
        demand = tf.constant(rng.normal(size=(400, 7)).astype("float32"))
        keras.utils.set_random_seed(day)
        fresh = Forecaster(day)
        fresh.fit_head(history, demand)
        server.swap(fresh)
        for _ in range(5):
            answer = server.answer(history[:32])
        if day % 10 == 0:
            gc.collect()
        if day % 40 == 0:
            print("day", day, "mean %.4f" % float(tf.reduce_mean(answer)))


if __name__ == "__main__":
    main()
