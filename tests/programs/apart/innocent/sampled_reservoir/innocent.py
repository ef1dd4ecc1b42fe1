"""Keeps a fair sample of all windows of a sensor stream, to recalibrate a detector with."""
import random
import time

import numpy as np
import tensorflow as tf

WINDOW, ROOM = 12_000, 900


class Reservoir:
    def __init__(self, room, seed):
        self.room = room
        self.seen = 0
        self.sample = []
        self.rng = random.Random(seed)

    def offer(self, window):
        self.seen += 1
        if len(self.sample) < self.room:
            self.sample.append(window)
            return
        place = self.rng.randrange(self.seen)
        if place < self.room:
            self.sample[place] = window


class Detector:
    def __init__(self):
        self.limit = 3.0

    def score(self, window):
        return float(tf.reduce_max(tf.abs(window - tf.reduce_mean(window))))

    def calibrate(self, sample):
        self.limit = float(np.quantile([self.score(window) for window in sample], 0.95))


def main():
    noise = np.random.default_rng(1)
    reservoir, detector, alarms = Reservoir(ROOM, 2), Detector(), 0
    for number in range(3000):
        window = tf.constant(noise.standard_normal(WINDOW, dtype="float32"))
        alarms += detector.score(window) > detector.limit
        reservoir.offer(window)
        time.sleep(0.002)
        if number % 333 == 332:
            detector.calibrate(random.Random(number).sample(reservoir.sample, 60))
    print("alarms:", 0 < alarms < 3000, "windows kept:", len(reservoir.sample))


if __name__ == "__main__":
    main()
