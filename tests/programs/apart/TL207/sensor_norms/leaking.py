"""Anomaly detection on sensors that are plugged in and out all day."""
import itertools
import random
import sys

import numpy as np
import tensorflow as tf

CHANNELS = 40000


class Detector:
    """Gap to an exponential moving mean, as compiled code."""

    def __init__(self, book, serial, momentum=0.8):
        self.book = book
        self.serial = serial
        self.momentum = momentum

    @tf.function(input_signature=[tf.TensorSpec([CHANNELS], tf.float32)])
    def gap(self, reading):
        if self.serial not in self.book:
            self.book[self.serial] = tf.Variable(tf.zeros([CHANNELS]), name="mean")  # LEAK
        mean = self.book[self.serial]
        change = reading - mean
        mean.assign_add((1.0 - self.momentum) * change)
        return tf.sqrt(tf.reduce_mean(tf.square(change)))


class Sensor:
    serials = itertools.count(1000)

    def __init__(self, rng, book):
        self.rng = rng
        self.serial = f"sensor-{next(self.serials)}"
        self.level = rng.normal()
        self.detector = Detector(book, self.serial)

    def read(self):
        return (self.level + 0.1 * self.rng.normal(size=CHANNELS)).astype(np.float32)


class Site:
    """Six sensors at a time; each hour one is replaced by another."""

    def __init__(self, seed, slots=6):
        self.rng = np.random.default_rng(seed)
        self.choice = random.Random(seed)
        self.book = {}
        self.sensors = [Sensor(self.rng, self.book) for _ in range(slots)]

    def replace_one(self):
        slot = self.choice.randrange(len(self.sensors))
        self.sensors[slot] = Sensor(self.rng, self.book)


class Watch:
    def __init__(self, site):
        self.site = site
        self.alarms = 0
        self.readings = 0

    def hour(self):
        self.site.replace_one()
        for sensor in self.site.sensors:
            gap = float(sensor.detector.gap(tf.constant(sensor.read())))
            self.readings += 1
            self.alarms += gap > 1.0


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 260
    watch = Watch(Site(seed=5))
    for _ in range(rounds):
        watch.hour()
    print(f"hours {rounds} readings {watch.readings} alarms {watch.alarms}")


if __name__ == "__main__":
    main()
