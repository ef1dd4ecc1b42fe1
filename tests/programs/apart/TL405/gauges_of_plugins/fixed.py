"""Plugin host: detectors are exchanged while the stream goes on, and gauges tell how they are doing."""
import gc
import sys

import numpy as np
import tensorflow as tf


class Gauges:
    """Figures that the status page reads now and then."""

    registered = {}

    @classmethod
    def gauge(cls, name, read):
        cls.registered[name] = read

    @classmethod
    def page(cls):
        return {name: read() for name, read in cls.registered.items()}


def detector_model():
    hidden = tf.keras.layers.Dense(300, activation="relu", name="hidden")
    score = tf.keras.layers.Dense(1, name="score")
    return tf.keras.Sequential([tf.keras.layers.Input((200,)), hidden, score], name="detector")


class Detector:
    def __init__(self, release):
        self.release = release
        self.alarms = 0
        self.model = detector_model()
        Gauges.gauge("alarms", lambda: self.alarms)

    def watch(self, rows):
        self.alarms += int(tf.reduce_sum(tf.cast(self.model(rows) > 1.5, tf.int32)))


class Host:
    def __init__(self):
        self.detector = None

    def install(self, release):
        self.detector = Detector(release)
        if release % 10 == 0:
            gc.collect()


def main():
    releases = int(sys.argv[1]) if len(sys.argv) > 1 else 220
    tf.keras.utils.set_random_seed(111)
    rng = np.random.default_rng(111)
    host, alarms = Host(), 0
    for release in range(releases):
        host.install(release)
        for _ in range(9):
            host.detector.watch(tf.constant(rng.normal(size=(64, 200)), tf.float32))
        if release % 20 == 19:
            alarms = Gauges.page()["alarms"]
    print(f"{releases} releases, alarms of the last one: {alarms}")


if __name__ == "__main__":
    main()
