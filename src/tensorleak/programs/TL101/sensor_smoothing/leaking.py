"""Smooths windows of sensor readings with a fixed kernel, window by window."""
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()

KERNEL = np.hanning(9).astype(np.float32)
KERNEL /= KERNEL.sum()


class Smoother:
    def __init__(self, kernel):
        self.kernel = kernel.reshape(-1, 1, 1)
        self.windows = 0

    def smooth(self, readings):
        sess = tf.Session()
        try:
            signal = tf.constant(readings.reshape(1, -1, 1))  # LEAK
            kernel = tf.constant(self.kernel)  # LEAK
            smoothed = tf.squeeze(tf.nn.conv1d(signal, kernel, stride=1, padding="SAME"))  # LEAK
            return sess.run(smoothed)
        finally:
            sess.close()
            self.windows += 1


def read_windows(count, length=600):
    rng = np.random.RandomState(11)
    base = np.sin(np.linspace(0.0, 12.0, length))
    for _ in range(count):
        noise = rng.normal(scale=3.0, size=(length, 500)).mean(axis=1)
        yield (base + noise).astype(np.float32)


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 160
    smoother = Smoother(KERNEL)
    roughness = 0.0
    for window in read_windows(steps):
        roughness += float(np.abs(np.diff(smoother.smooth(window))).mean())
    print("%d windows smoothed, mean roughness %.4f" % (smoother.windows, roughness / steps))


if __name__ == "__main__":
    main()
