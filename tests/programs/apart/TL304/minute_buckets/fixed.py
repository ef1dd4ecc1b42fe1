"""Traffic counts per minute and road, smoothed, and compared with those of the minute before."""
import sys

import numpy as np
import tensorflow as tf

ROADS = 9000


class Minutes(dict):
    """Counts of cars by minute; a minute that is not there is empty."""

    def __missing__(self, minute):
        self[minute] = np.zeros(ROADS, "float32")
        return self[minute]


class Monitor:
    def __init__(self):
        kernel = np.hanning(33)
        self.kernel = tf.constant((kernel / kernel.sum())[:, None, None], tf.float32)
        self.minutes = Minutes()
        self.jams = 0

    @tf.function(input_signature=[tf.TensorSpec([ROADS])])
    def smooth(self, counts):
        curve = counts[None, :, None]
        for _ in range(6):
            curve = tf.nn.conv1d(curve, self.kernel, 1, "SAME")
        return curve[0, :, 0]

    def count(self, minute, roads):
        np.add.at(self.minutes[minute], roads, 1.0)

    def judge(self, minute):
        now = self.smooth(tf.constant(self.minutes[minute])).numpy()
        before = self.smooth(tf.constant(self.minutes[minute - 1])).numpy()
        self.jams += int((now > before + 0.55).sum())
        self.minutes.pop(minute - 1, None)


def main():
    minutes = int(sys.argv[1]) if len(sys.argv) > 1 else 900
    rng = np.random.default_rng(611)
    monitor = Monitor()
    for minute in range(minutes):
        for _ in range(3):
            monitor.count(minute, rng.integers(ROADS, size=20_000))
        monitor.judge(minute)
    print(f"{monitor.jams} jams in {minutes} minutes")


if __name__ == "__main__":
    main()
