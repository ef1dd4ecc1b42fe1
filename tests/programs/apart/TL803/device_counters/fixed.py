"""Counts events of devices that report under short-lived ids."""
import sys

import numpy as np
import tensorflow as tf

WIDTH = 16


class EventCounter:
    """Features of each device live in a lookup table on the TensorFlow side."""

    def __init__(self):
        self.table = tf.lookup.experimental.MutableHashTable(
            key_dtype=tf.int64, value_dtype=tf.float32, default_value=tf.zeros([WIDTH]))

    @tf.function(input_signature=[tf.TensorSpec([None], tf.int64), tf.TensorSpec([None, WIDTH], tf.float32)])
    def add(self, devices, features):
        known = self.table.lookup(devices)
        updated = 0.9 * known + features
        self.table.insert(devices, updated)
        return tf.reduce_max(updated)

    def forget(self, devices):
        self.table.remove(devices)


class Fleet:
    """A device gets a new id each hour, for privacy."""

    def __init__(self, size, seed):
        self.size = size
        self.rng = np.random.default_rng(seed)

    def ids(self, hour):
        return np.arange(self.size, dtype=np.int64) + hour * self.size

    def events(self, hour):
        ids = self.ids(hour)
        for _ in range(3):
            chosen = np.sort(self.rng.choice(ids, self.size // 2, replace=False))
            yield chosen, self.rng.uniform(size=(len(chosen), WIDTH)).astype(np.float32)


class Monitor:
    def __init__(self, fleet, counter):
        self.fleet = fleet
        self.counter = counter
        self.peaks = {"low": 0, "high": 0}
        self.hours = 0

    def hour(self):
        peak = 0.0
        for devices, features in self.fleet.events(self.hours):
            peak = max(peak, float(self.counter.add(tf.constant(devices), tf.constant(features))))
        self.peaks["high" if peak > 2.5 else "low"] += 1
        self.counter.forget(tf.constant(self.fleet.ids(self.hours)))
        self.hours += 1


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 700
    monitor = Monitor(Fleet(size=2000, seed=4), EventCounter())
    for _ in range(rounds):
        monitor.hour()
    print(f"hours {monitor.hours} peaks {monitor.peaks}")


if __name__ == "__main__":
    main()
