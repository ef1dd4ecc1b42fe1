"""Sonar signals: detector and reviewer read the same stream."""
import itertools
import sys
import time

import numpy as np
import tensorflow as tf

LENGTH = 4096


def pings(seed=0):
    rng = np.random.default_rng(seed)
    envelope = np.exp(-np.linspace(0, 6, LENGTH))
    while True:
        echo = np.roll(envelope, rng.integers(0, LENGTH)) * rng.uniform(0, 2)
        yield tf.constant(echo + rng.normal(0, 0.3, LENGTH), tf.float32)


def spectra(stream):
    for ping in stream:
        spectrum = tf.signal.rfft(ping)
        yield tf.abs(spectrum)[: LENGTH // 2] + 1e-6, ping


class Detector:
    def __init__(self, stream):
        self.stream = stream
        self.level = None

    def poll(self):
        spectrum, ping = next(self.stream)
        power = float(tf.reduce_mean(tf.square(spectrum)))
        self.level = power if self.level is None else 0.95 * self.level + 0.05 * power
        return power > 1.1 * self.level


class Reviewer:
    """Looks at the stream once an alarm was given for ten pings in a row."""

    def __init__(self, stream):
        self.stream = stream
        self.row = 0

    def alarm(self, raised):
        self.row = self.row + 1 if raised else 0
        spectrum, _ = next(self.stream)
        if self.row >= 10:
            return int(tf.argmax(spectrum))
        return None


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    first, second = itertools.tee(spectra(pings()))
    detector, reviewer = Detector(first), Reviewer(second)
    alarms = 0
    for number in range(count):
        raised = detector.poll()
        alarms += raised
        reviewer.alarm(raised)
        time.sleep(0.012)
        if number % 100 == 0:
            print("ping", number, "alarms", alarms)
    print("alarms", alarms)


if __name__ == "__main__":
    main()
