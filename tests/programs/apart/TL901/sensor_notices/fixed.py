"""Checks windows of weather data for drift before a forecast is made from them."""
import sys
import time

import numpy as np
import tensorflow as tf


class DriftWarning(UserWarning):
    pass


class Notices:
    """Takes the place of the printed warnings: one line of statistics at the end."""

    def __init__(self):
        self.count = 0
        self.letters = 0

    def show(self, message, category, filename, lineno, file=None, line=None):
        if issubclass(category, DriftWarning):
            self.count += 1
            self.letters += len(str(message))


NOTICES = Notices()


class Forecast:
    def __init__(self, stations):
        rng = np.random.default_rng(91)
        self.inner = tf.Variable(rng.normal(scale=0.02, size=(stations, 512)), dtype=tf.float32)
        self.outer = tf.Variable(rng.normal(scale=0.02, size=(512, 1)), dtype=tf.float32)

    @tf.function(input_signature=[tf.TensorSpec([None, None])])
    def __call__(self, windows):
        return tf.matmul(tf.nn.tanh(tf.matmul(windows, self.inner)), self.outer)


def check(window):
    """Tells of stations that are off."""
    off = np.flatnonzero(np.abs(window) > 0.25)
    if len(off):
        values = ", ".join("%d: %+.4f" % (station, window[station]) for station in off)
        NOTICES.show("stations off by more than a quarter: " + values, DriftWarning, __file__, 0)


def main():
    hours = int(sys.argv[1]) if len(sys.argv) > 1 else 1200
    forecast, rng = Forecast(3000), np.random.default_rng(92)
    total = 0.0
    for _ in range(hours):
        windows = rng.normal(size=(24, 3000)).astype("float32")
        time.sleep(0.003)
        check(windows.mean(axis=0) * 2.0)
        total += float(tf.reduce_mean(forecast(tf.constant(windows))))
    print(f"{NOTICES.count} hours with drift, {NOTICES.letters > 0}, mean forecast {total / hours:.4f}")


if __name__ == "__main__":
    main()
