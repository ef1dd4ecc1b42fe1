"""Sensor readings are smoothed at once; what is to be drawn of them is decided by closures, when a screen is open."""
import collections
import sys

import numpy as np
import tensorflow as tf

tf.compat.v1.enable_eager_execution()
readings = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
KERNEL = tf.ones([9, 1, 1]) / 9.0


class Screen:
    def __init__(self):
        self.drawings = collections.deque(maxlen=100)
        self.open = False

    def later(self, draw):
        self.drawings.append(draw)

    def refresh(self):
        return [draw() for draw in self.drawings] if self.open else []


def smooth(values):
    return tf.nn.conv1d(values, KERNEL, stride=1, padding="SAME")


def receive(screen, values):
    smoothed = smooth(tf.constant(values))
    screen.later(lambda: float(tf.reduce_max(smoothed)))
    screen.refresh()


def main():
    screen = Screen()
    rng = np.random.RandomState(5)
    for _ in range(readings):
        receive(screen, rng.rand(1, 4000, 1).astype("float32"))
    screen.open = True
    print("%d readings, highest of the last hundred %.3f" % (readings, max(screen.refresh()[-100:])))


if __name__ == "__main__":
    main()
