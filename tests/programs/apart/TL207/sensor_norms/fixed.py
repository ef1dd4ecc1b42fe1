"""Anomaly detection on sensors that are plugged in and out all day."""
import itertools
import random
import sys

import numpy as np
import tensorflow as tf

CHANNELS = 40000


class Detector:
    """Gap to an exponential moving mean, as compiled code."""

    def __init__(self, slots, momentum=0.8):
        self.means = tf.Variable(tf.zeros([slots, CHANNELS]), name="means")
        self.momentum = momentum

    @tf.function(input_signature=[tf.TensorSpec([CHANNELS], tf.float32), tf.TensorSpec([], tf.int32)])
    def gap(self, reading, slot):
        change = reading - self.means[slot]
        self.means.scatter_nd_add([[slot]], [(1.0 - self.momentum) * change])
        return tf.sqrt(tf.reduce_mean(tf.square(change)))

    def forget(self, slot):
        self.means[slot].assign(tf.zeros([CHANNELS]))


class Sensor:
    serials = itertools.count(1000)

    def __init__(self, rng):
        self.rng = rng
        self.serial = f"sensor-{next(self.serials)}"
        self.level = rng.normal()

    def read(self):
        return (self.level + 0.1 * self.rng.normal(size=CHANNELS)).astype(np.float32)


class Site:
    """Six sensors at a time; each hour one is replaced by another."""

    def __init__(self, seed, slots=6):
        self.rng = np.random.default_rng(seed)
        self.choice = random.Random(seed)
        self.detector = Detector(slots)
        self.sensors = [Sensor(self.rng) for _ in range(slots)]

    def replace_one(self):
        slot = self.choice.randrange(len(self.sensors))
        self.sensors[slot] = Sensor(self.rng)
        self.detector.forget(slot)


class Watch:
    def __init__(self, site):
        self.site = site
        self.alarms = 0
        self.readings = 0

    def hour(self):
        self.site.replace_one()
        for slot, sensor in enumerate(self.site.sensors):
            gap = float(self.site.detector.gap(tf.constant(sensor.read()), tf.constant(slot)))
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
