"""Watches a machine by its vibration maps and reports what was typical since the last report."""
import itertools
import time

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()
tf.logging.set_verbosity(tf.logging.ERROR)

DUE = (60, 85, 110, 70, 95)


class Report(object):
    def __init__(self, periods):
        self.periods = itertools.cycle(periods)
        self.due = next(self.periods)
        self.maps = []
        self.written = []

    def add(self, values):
        self.maps.append(values)
        if len(self.maps) == self.due:
            self.write()

    def write(self):
        typical = np.median(self.maps, axis=0)
        self.written.append(float(typical.max()))
        self.maps = []
        self.due = next(self.periods)


def main():
    tf.set_random_seed(6)
    rng = np.random.RandomState(7)
    signal = tf.placeholder(tf.float32, [None])
    spectrum = tf.abs(tf.signal.stft(signal, 256, 32))
    report = Report(DUE)
    with tf.Session() as session:
        for _ in range(900):
            report.add(session.run(spectrum, {signal: rng.normal(size=8192)}))
            time.sleep(0.006)
    print("reports written:", len(report.written))


if __name__ == "__main__":
    main()
